/// The few linear equations of a step of Newton's method.
#ifndef CLD_NARROW_CURVED_SOLVE_H
#define CLD_NARROW_CURVED_SOLVE_H

/// Two of a tilt, three weights and a height.
enum { CLD_MOST_UNKNOWNS = 6 };

/// Solves m x = r by elimination with full pivoting, r being column n; unknowns that the equations leave open
/// stay 0.
void cld_solve(double m[CLD_MOST_UNKNOWNS][CLD_MOST_UNKNOWNS + 1], int n, double *x);

#endif
