import { layoutStyle } from './style-layout.ts';
import { stepStyle } from './style-steps.ts';
import { printStyle } from './style-print.ts';

/** Colors by meaning; each pair has a contrast of at least 4.5 to 1. */
const colors = `
:root{color-scheme:light dark;
--page:#f4f6f8;--card:#fff;--well:#f6f8fa;--ink:#1c2127;--dim:#545f6b;--rim:#d5dbe1;--link:#0a53a3;--focus:#0a6fd6;
--add:#146c2e;--add-bg:#e2f6e7;--add-hi:#a9e5b9;--rem:#b3172a;--rem-bg:#ffebe9;--rem-hi:#ffc4c0;
--chg:#7a5000;--chg-bg:#fff2cc;--wait:#5f34b0;--wait-bg:#efe8ff;--calm:#2f5d8a;--calm-bg:#e5f0fb;--none-bg:#eceff2}
@media (prefers-color-scheme:dark){:root{
--page:#0c1116;--card:#151b22;--well:#10161c;--ink:#e4eaf0;--dim:#9ca8b4;--rim:#2d3741;--link:#79b8ff;--focus:#58a6ff;
--add:#62d67c;--add-bg:#10291a;--add-hi:#1e5a32;--rem:#ff8f86;--rem-bg:#33161a;--rem-hi:#74262c;
--chg:#e8bd53;--chg-bg:#2d2510;--wait:#c6a8ff;--wait-bg:#251b3a;--calm:#8cc1f5;--calm-bg:#12263a;--none-bg:#1c242c}}
`;

/** The whole style of the page. Its hash is in the page's CSP. */
export const pageStyle = [colors, layoutStyle, stepStyle, printStyle].join('').trim();
