/** For printing: dark on light in any color scheme, everything open, no controls. */
export const printStyle = `
@media print{
:root{color-scheme:light;--page:#fff;--card:#fff;--well:#fff;--ink:#000;--dim:#444;--rim:#bbb;--link:#000;
--add:#146c2e;--add-bg:#eefaf0;--add-hi:#bfe8c9;--rem:#a01224;--rem-bg:#fff1f0;--rem-hi:#ffd0cc;
--chg:#6b4600;--chg-bg:#fff8e5;--wait:#4f2a99;--wait-bg:#f5f0ff;--calm:#264d73;--calm-bg:#eef5fc;--none-bg:#f3f3f3}
@page{margin:14mm}
body{font-size:11px}
code,pre,.address,.path,.cell,.source,.hash{font-size:10px}
.facts,.why,.label,.act,.count,.chip,.dim,.tile .words,.key,.filled{font-size:10px}
header,main,footer{max-width:none;padding:0}
.skip,.filter,.none{display:none!important}
.columns{display:block}
.many .block{content-visibility:visible}
.step>summary{break-after:avoid}
.step>summary::before{display:none}
h2,h3,h4{break-after:avoid}
.change,.alarm li,.finding{break-inside:avoid-page}
pre{max-height:none;white-space:pre-wrap;overflow-wrap:anywhere}
.scroll{overflow:visible}
fieldset{max-height:none}
.drawing{width:100%;height:auto;print-color-adjust:exact}
.act,.cell,.chip,.tile,mark{print-color-adjust:exact}}
`;
