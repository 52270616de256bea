/// The last digits of points that a direction in doubles cannot tell.
#ifndef CLD_NARROW_CURVED_REFINE_H
#define CLD_NARROW_CURVED_REFINE_H

#include "narrow/curved_polish.h"

/// Finds the stationary direction near `from`, with the points that show it, which lie along it to rounding.
/// The parts that meet there have to be those of `from`. False where there is none.
bool cld_refine(const cld_cso *cso, const cld_peak *from, cld_peak *peak);

#endif
