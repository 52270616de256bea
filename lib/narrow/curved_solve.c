#include "narrow/curved_solve.h"

#include <math.h>

void cld_solve(double m[CLD_MOST_UNKNOWNS][CLD_MOST_UNKNOWNS + 1], int n, double *x) {
    int row[CLD_MOST_UNKNOWNS] = {0}, column[CLD_MOST_UNKNOWNS] = {0}, rank = 0; // in the order of the pivots
    for (int i = 0; i < n; i++)
        row[i] = column[i] = i, x[i] = 0;
    for (; rank < n; rank++) {
        int at = rank, across = rank;
        double most = 0x1p-44; // entries are about 1, good to some u: what is left below this is rounding
        for (int i = rank; i < n; i++)
            for (int j = rank; j < n; j++) {
                double entry = fabs(m[row[i]][column[j]]);
                if (entry > most)
                    most = entry, at = i, across = j;
            }
        if (!(most > 0x1p-44))
            break;
        int r = row[at], c = column[across];
        row[at] = row[rank], row[rank] = r;
        column[across] = column[rank], column[rank] = c;
        double unit = 1 / m[r][c];
        for (int i = rank + 1; i < n; i++) {
            double f = m[row[i]][c] * unit;
            for (int j = rank + 1; j < n; j++)
                m[row[i]][column[j]] -= f * m[r][column[j]];
            m[row[i]][n] -= f * m[r][n];
        }
    }
    for (int i = rank - 1; i >= 0; i--) {
        double sum = m[row[i]][n];
        for (int j = i + 1; j < rank; j++)
            sum -= m[row[i]][column[j]] * x[column[j]];
        x[column[i]] = sum / m[row[i]][column[i]];
    }
}
