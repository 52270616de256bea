#include "hull/ring.h"

#include <math.h>
#include <stdlib.h>

#include "hull/chain2.h"

/// Whether a line goes from one corner of its hull to the next along the side between them.
static bool goes_along(const double (*at)[2], uint32_t from, uint32_t to, uint32_t count, double slack) {
    double x = at[to][0] - at[from][0], y = at[to][1] - at[from][1], limit = slack * sqrt(x * x + y * y),
           most = 0;
    for (uint32_t i = (from + 1) % count; i != to; i = (i + 1) % count) {
        double u = at[i][0] - at[from][0], v = at[i][1] - at[from][1], along = x * u + y * v;
        if (fabs(x * v - y * u) > limit || along < most - limit)
            return false;
        most = fmax(most, along);
    }
    return most <= x * x + y * y + limit;
}

cld_status cld_ring_look(const double (*at)[2], uint32_t count, double slack, bool *around) {
    uint32_t *corner = malloc(count * sizeof *corner), corners = 0;
    cld_status status = corner ? cld_chain2_find(at, count, 0, corner, &corners) : CLD_INTERNAL;
    *around = status == CLD_OK;
    for (uint32_t i = 0; i < corners && *around; i++) { // they begin with the lowest
        uint32_t next = corner[(i + 1) % corners];
        *around = (i + 1 == corners || next > corner[i]) && goes_along(at, corner[i], next, count, slack);
    }
    free(corner);
    return status;
}
