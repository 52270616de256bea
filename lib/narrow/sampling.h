/// An estimate from many directions.
#ifndef CLD_NARROW_SAMPLING_H
#define CLD_NARROW_SAMPLING_H

#include "narrow/pair.h"

/// Any two bounded convex shapes. Of the answer only the bounds are certain.
extern const cld_method cld_method_sampling;

#endif
