#include "report/baseline.h"

#include "report/format.h"
#include "scene/rule.h"

static void put_finding(cld_json_writer *j, const cld_scene *scene, const cld_finding *finding) {
    char id[CLD_REPORT_ID_SIZE];
    cld_report_write_id(finding, id);
    cld_json_open_object(j, NULL, CLD_JSON_ON_A_LINE);
    cld_json_put_string(j, "id", id);
    cld_json_put_string(j, "scene", scene->name);
    cld_json_put_string(j, "rule", cld_rule_name(&scene->rules[finding->rule]));
    cld_json_put_string(j, "a", scene->objects[finding->a].name);
    if (finding->b != CLD_NO_INDEX)
        cld_json_put_string(j, "b", scene->objects[finding->b].name);
    cld_json_close(j, '}');
}

void cld_baseline_write(const cld_checked_scene *scenes, size_t scene_count, cld_text *text) {
    cld_json_writer j = {.text = text};
    cld_json_open_object(&j, NULL, CLD_JSON_LINES);
    cld_json_open_array(&j, "findings", CLD_JSON_LINES);
    for (size_t s = 0; s < scene_count; s++)
        for (size_t i = 0; i < scenes[s].check.finding_count; i++)
            put_finding(&j, &scenes[s].scene, &scenes[s].check.findings[i]);
    cld_json_close(&j, ']');
    cld_json_end(&j);
}
