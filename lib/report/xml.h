/// The little of XML that JUnit needs. libxml2 has a writer, but loading it and its own libraries takes
/// longer than a whole pair query, and every start of the command would pay for it.
#ifndef CLD_REPORT_XML_H
#define CLD_REPORT_XML_H

#include "base/text.h"

/// Adds text that means itself in an element and in a quoted attribute. Characters that XML 1.0 cannot hold
/// become U+FFFD.
void cld_xml_add(cld_text *text, const char *string);

/// Adds ` name="value"`.
void cld_xml_add_attribute(cld_text *text, const char *name, const char *value);
void cld_xml_add_count(cld_text *text, const char *name, unsigned long long value);

#endif
