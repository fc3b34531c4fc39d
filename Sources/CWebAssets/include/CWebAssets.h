#pragma once
#include <stddef.h>

// The files of Web/. Functions, because Swift does not import an array of unknown size.
const unsigned char *cairn_app_css(void);
const unsigned char *cairn_pages_css(void);
const unsigned char *cairn_charts_css(void);
extern const size_t cairn_app_css_size;
extern const size_t cairn_pages_css_size;
extern const size_t cairn_charts_css_size;
const unsigned char *cairn_app_js(void);
extern const size_t cairn_app_js_size;
const unsigned char *cairn_send_js(void);
extern const size_t cairn_send_js_size;
const unsigned char *cairn_live_js(void);
extern const size_t cairn_live_js_size;
const unsigned char *cairn_icon_svg(void);
extern const size_t cairn_icon_svg_size;
const unsigned char *cairn_icon_maskable_svg(void);
extern const size_t cairn_icon_maskable_svg_size;
const unsigned char *cairn_shell_js(void);
extern const size_t cairn_shell_js_size;
const unsigned char *cairn_offline_js(void);
extern const size_t cairn_offline_js_size;
const unsigned char *cairn_store_js(void);
extern const size_t cairn_store_js_size;
const unsigned char *cairn_thread_js(void);
extern const size_t cairn_thread_js_size;
const unsigned char *cairn_worker_js(void);
extern const size_t cairn_worker_js_size;
const unsigned char *cairn_wasm(void);
extern const size_t cairn_wasm_size;
const unsigned char *cairn_figures_js(void);
extern const size_t cairn_figures_js_size;
const unsigned char *cairn_corrections_js(void);
extern const size_t cairn_corrections_js_size;
const unsigned char *cairn_forms_js(void);
extern const size_t cairn_forms_js_size;
