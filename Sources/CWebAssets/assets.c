#include "CWebAssets.h"

static const unsigned char app_css[] = {
#embed "../../Web/app.css"
};
const unsigned char *cairn_app_css(void) { return app_css; }
const size_t cairn_app_css_size = sizeof app_css;

static const unsigned char app_js[] = {
#embed "../../Web/app.js"
};
const unsigned char *cairn_app_js(void) { return app_js; }
const size_t cairn_app_js_size = sizeof app_js;

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
