#include "CWebAssets.h"

static const unsigned char app_css[] = {
#embed "../../Web/app.css"
};
const unsigned char *cairn_app_css(void) { return app_css; }
const size_t cairn_app_css_size = sizeof app_css;

static const unsigned char charts_css[] = {
#embed "../../Web/charts.css"
};
const unsigned char *cairn_charts_css(void) { return charts_css; }
const size_t cairn_charts_css_size = sizeof charts_css;

static const unsigned char pages_css[] = {
#embed "../../Web/pages.css"
};
const unsigned char *cairn_pages_css(void) { return pages_css; }
const size_t cairn_pages_css_size = sizeof pages_css;

static const unsigned char app_js[] = {
#embed "../../Web/app.js"
};
const unsigned char *cairn_app_js(void) { return app_js; }
const size_t cairn_app_js_size = sizeof app_js;

static const unsigned char send_js[] = {
#embed "../../Web/send.js"
};
const unsigned char *cairn_send_js(void) { return send_js; }
const size_t cairn_send_js_size = sizeof send_js;

static const unsigned char live_js[] = {
#embed "../../Web/live.js"
};
const unsigned char *cairn_live_js(void) { return live_js; }
const size_t cairn_live_js_size = sizeof live_js;

static const unsigned char icon_svg[] = {
#embed "../../Web/icon.svg"
};
const unsigned char *cairn_icon_svg(void) { return icon_svg; }
const size_t cairn_icon_svg_size = sizeof icon_svg;

static const unsigned char icon_maskable_svg[] = {
#embed "../../Web/icon-maskable.svg"
};
const unsigned char *cairn_icon_maskable_svg(void) { return icon_maskable_svg; }
const size_t cairn_icon_maskable_svg_size = sizeof icon_maskable_svg;

static const unsigned char shell_js[] = {
#embed "../../Web/shell.js"
};
const unsigned char *cairn_shell_js(void) { return shell_js; }
const size_t cairn_shell_js_size = sizeof shell_js;

static const unsigned char offline_js[] = {
#embed "../../Web/offline.js"
};
const unsigned char *cairn_offline_js(void) { return offline_js; }
const size_t cairn_offline_js_size = sizeof offline_js;

static const unsigned char figures_js[] = {
#embed "../../Web/figures.js"
};
const unsigned char *cairn_figures_js(void) { return figures_js; }
const size_t cairn_figures_js_size = sizeof figures_js;

static const unsigned char forms_js[] = {
#embed "../../Web/forms.js"
};
const unsigned char *cairn_forms_js(void) { return forms_js; }
const size_t cairn_forms_js_size = sizeof forms_js;

static const unsigned char corrections_js[] = {
#embed "../../Web/corrections.js"
};
const unsigned char *cairn_corrections_js(void) { return corrections_js; }
const size_t cairn_corrections_js_size = sizeof corrections_js;

static const unsigned char store_js[] = {
#embed "../../Web/store.js"
};
const unsigned char *cairn_store_js(void) { return store_js; }
const size_t cairn_store_js_size = sizeof store_js;

static const unsigned char thread_js[] = {
#embed "../../Web/thread.js"
};
const unsigned char *cairn_thread_js(void) { return thread_js; }
const size_t cairn_thread_js_size = sizeof thread_js;

static const unsigned char worker_js[] = {
#embed "../../Web/worker.js"
};
const unsigned char *cairn_worker_js(void) { return worker_js; }
const size_t cairn_worker_js_size = sizeof worker_js;

static const unsigned char core_wasm[] = {
#embed "../../Web/cairn.wasm"
};
const unsigned char *cairn_wasm(void) { return core_wasm; }
const size_t cairn_wasm_size = sizeof core_wasm;
