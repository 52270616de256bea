#include "narrow/curved_solve.h"

#include <math.h>

void cld_solve(double m[CLD_MOST_UNKNOWNS][CLD_MOST_UNKNOWNS + 1], int n, double *x) {
    int column[CLD_MOST_UNKNOWNS] = {0}, rank = 0;
    for (int i = 0; i < n; i++)
        column[i] = i, x[i] = 0;
    for (; rank < n; rank++) {
        int row = rank, at = rank;
        for (int i = rank; i < n; i++)
            for (int j = rank; j < n; j++)
                if (fabs(m[i][column[j]]) > fabs(m[row][column[at]]))
                    row = i, at = j;
        // Entries are about 1, good to some u: what is left below this is rounding.
        if (!(fabs(m[row][column[at]]) > 0x1p-44))
            break;
        int c = column[at];
        column[at] = column[rank], column[rank] = c;
        for (int j = 0; j <= n; j++) {
            double t = m[row][j];
            m[row][j] = m[rank][j], m[rank][j] = t;
        }
        for (int i = rank + 1; i < n; i++) {
            double f = m[i][c] / m[rank][c];
            for (int j = 0; j <= n; j++)
                m[i][j] -= f * m[rank][j];
        }
    }
    for (int i = rank - 1; i >= 0; i--) {
        double sum = m[i][n];
        for (int j = i + 1; j < rank; j++)
            sum -= m[i][column[j]] * x[column[j]];
        x[column[i]] = sum / m[i][column[i]];
    }
}
