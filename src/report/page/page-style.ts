/** The style of a page: no animations, and no text is wider than the page, since long words break anywhere. */
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

const layout = `
*{box-sizing:border-box}
[hidden]{display:none!important}
body{margin:0;background:var(--page);color:var(--ink);font:15px/1.5 system-ui,-apple-system,"Segoe UI",Roboto,sans-serif;overflow-wrap:anywhere}
code,pre,.address,.path,.cell,.source,.hash{font-family:ui-monospace,SFMono-Regular,Menlo,Consolas,"Liberation Mono",monospace;font-size:13px}
a{color:var(--link)}
:focus-visible{outline:3px solid var(--focus);outline-offset:2px;border-radius:4px}
[tabindex="-1"]:focus{outline:0}
.skip,.unseen{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
.skip:focus{position:fixed;top:8px;left:8px;width:auto;height:auto;clip-path:none;padding:8px 14px;background:var(--card);z-index:9}
header,main{max-width:1080px;margin:0 auto;padding:0 24px}
header{padding-top:24px}
main{padding-bottom:48px}
.title{display:flex;flex-wrap:wrap;align-items:center;gap:6px 14px;margin:0}
h1{font-size:24px;line-height:1.25;margin:0;letter-spacing:-.01em}
h2{font-size:18px;margin:28px 0 10px}
h3{font-size:16px;margin:24px 0 8px}
p{margin:0}
ul{margin:0;padding:0;list-style:none}
button,summary,label{cursor:pointer}
button{font:inherit;font-size:13px;color:var(--ink);background:var(--card);border:1px solid var(--rim);border-radius:6px;padding:3px 10px}
button:hover{border-color:var(--dim)}
html:not(.script) .filter,html:not(.script) .copy button{display:none}
.dim,.provenance,.shown{color:var(--dim)}
.provenance{display:flex;flex-wrap:wrap;gap:2px 18px;margin-top:6px;font-size:13px}
.badge{flex:none;font-size:14px;font-weight:650;padding:2px 12px;border-radius:20px;background:var(--none-bg);color:var(--ink);border:1px solid currentColor}
.badge.bad{background:var(--rem-bg);color:var(--rem)}
.badge.warn{background:var(--chg-bg);color:var(--chg)}
.badge.good{background:var(--add-bg);color:var(--add)}
.badge.wait{background:var(--wait-bg);color:var(--wait)}
.counts{display:flex;flex-wrap:wrap;gap:6px;margin:14px 0 10px}
.counts .face{display:block;padding:3px 12px;border-radius:6px;background:var(--card);border:1px solid var(--rim);color:var(--ink);text-decoration:none}
.counts a.face:hover{border-color:currentColor}
.counts .number{font-weight:650;font-variant-numeric:tabular-nums}
.counts .zero .face,.counts .unchanged .face{color:var(--dim)}
:is(.counts .refused,.counts .failed) .face{background:var(--rem-bg);color:var(--rem);border-color:var(--rem)}
.command{display:flex;flex-wrap:wrap;align-items:center;gap:2px 8px;margin-top:6px}
.copy{display:flex;align-items:flex-start;gap:6px;min-width:0;max-width:100%}
.copy code,.prose code{background:var(--none-bg);padding:3px 8px;border-radius:4px}
.copy button{flex:none}
.copy pre{flex:0 1 auto;min-width:0;margin:0}
.word{display:inline-block;max-width:100%}
.tabs{display:flex;flex-wrap:wrap;gap:6px;margin-top:16px}
.tabs a{display:flex;align-items:center;gap:10px;padding:6px 12px;border:1px solid var(--rim);border-radius:8px;background:var(--card);color:var(--ink);text-decoration:none}
.tabs a:hover{border-color:var(--dim)}
.tabs [aria-selected=true]{border-color:var(--focus);box-shadow:inset 0 -3px var(--focus);font-weight:650}
.script [role=tabpanel]>.title{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}
.tabs .badge{font-size:12px;padding:0 8px}
.environment+.environment:not([role=tabpanel]){margin-top:40px;border-top:2px solid var(--rim)}
.alarm{border-left:4px solid var(--rem);padding-left:14px;margin:8px 0 16px}
.alarm>li+li{margin-top:12px}
.tests li{border-left:4px solid var(--chg);background:var(--card);padding:6px 12px;margin-bottom:4px}
.tests .failed{border-left-color:var(--rem)}
.scroll{overflow:auto;max-width:100%}
table{border-collapse:collapse;width:100%;min-width:560px;background:var(--card);border:1px solid var(--rim)}
th,td{text-align:left;vertical-align:top;padding:6px 14px;border-top:1px solid var(--rim);font-weight:400}
thead th{border-top:0;font-size:13px;color:var(--dim)}
.traffic td{min-width:200px}
.traffic summary{padding:8px 0;color:var(--dim);font-size:14px}
.filter{display:flex;flex-wrap:wrap;align-items:center;gap:6px;margin:20px 0 0}
.filter input[type=search]{flex:1 1 180px;min-width:0;font:inherit;padding:4px 10px;color:var(--ink);background:var(--card);border:1px solid var(--dim);border-radius:6px}
.filter ::placeholder{color:var(--dim);opacity:1}
.shown{font-size:14px;font-variant-numeric:tabular-nums}
.facets[open]{flex:1 1 100%}
.facets>summary{width:max-content;font-size:14px;color:var(--dim)}
.fields{display:grid;grid-template-columns:repeat(auto-fill,minmax(180px,1fr));gap:12px 24px;padding:12px 14px;margin-top:6px;background:var(--card);border:1px solid var(--rim);border-radius:8px}
fieldset{border:0;margin:0;padding:0;min-width:0;max-height:260px;overflow:auto}
legend{padding:0;font-size:13px;font-weight:600;margin-bottom:2px}
fieldset label{display:flex;gap:8px;align-items:baseline;padding:1px 2px}
fieldset .value{flex:1;min-width:0}
fieldset .number{color:var(--dim);font-size:13px;font-variant-numeric:tabular-nums}
fieldset .nothing .value{color:var(--dim)}
.none{padding:24px;text-align:center;color:var(--dim)}
.notes ul li{padding:3px 0}
.notes ul,.notes details,.topology details{background:var(--card);border:1px solid var(--rim);border-radius:8px;padding:10px 14px}
.drawing{display:block;margin:0 auto}
.legend{display:flex;flex-wrap:wrap;gap:8px;margin-top:10px}
.key{font-size:13px;padding:1px 8px;border-radius:4px;border:1px solid var(--rim)}
.key.added{color:var(--add);border-color:var(--add)}
.key.changed{color:var(--chg);border-color:var(--chg)}
.key.removed{color:var(--rem);border:1px dotted var(--rem)}
.key.waiting{color:var(--wait);border-color:var(--wait)}
.key.dangling{color:var(--rem);border:2px dashed var(--rem)}
`;

/** The steps and their bodies. Blocks outside the viewport are not laid out, so that ten thousand steps cost little. */
const steps = `
.group>:first-child::first-letter{text-transform:uppercase}
:is(.group.refused,.group.weakened)>:first-child{color:var(--rem)}
.group>.dim{margin:-6px 0 8px}
.step{background:var(--card);border:1px solid var(--rim);border-radius:8px;margin-bottom:8px;scroll-margin-top:12px}
:is(.group.refused,.group.weakened) .step{border-color:var(--rem)}
.step>summary{display:flex;flex-wrap:wrap;align-items:center;gap:4px 10px;padding:7px 14px;list-style:none;border-radius:8px}
.step>summary::-webkit-details-marker{display:none}
.step>summary::before{content:"";flex:none;width:7px;height:7px;border-right:2px solid var(--dim);border-bottom:2px solid var(--dim);transform:rotate(-45deg)}
.step[open]>summary::before{transform:rotate(45deg)}
.step>summary:hover .address{text-decoration:underline}
.fold{margin:0 0 8px 14px}
.script :is(.group:not(:has(.alarm)):has(.block),.fold):not(:has(.block:not([hidden]))){display:none}
.fold>summary{padding:4px 0;color:var(--dim);font-size:14px}
.act{flex:none;font-size:13px;font-weight:600;padding:1px 9px;border-radius:20px;background:var(--none-bg);color:var(--ink);white-space:nowrap}
.act.create,.act.adopt{background:var(--add-bg);color:var(--add)}
.act.update,.act.retire{background:var(--chg-bg);color:var(--chg)}
.act.delete,.act.blocked{background:var(--rem-bg);color:var(--rem)}
.act.drift{background:var(--wait-bg);color:var(--wait)}
.act.keep,.act.forget{background:var(--calm-bg);color:var(--calm)}
.address{font-weight:600;min-width:0}
.gist{flex:1 1 0;min-width:0;color:var(--dim);font-size:13px;white-space:nowrap;overflow:hidden;text-overflow:ellipsis}
.chip{font-size:12px;padding:0 8px;border-radius:4px;border:1px solid var(--rim);color:var(--dim);white-space:nowrap}
.chip.bad{border-color:var(--rem);color:var(--rem);background:var(--rem-bg);font-weight:600}
.body{container-type:inline-size;padding:0 14px 12px}
.body>*+*{margin-top:10px}
.label{font-size:14px;font-weight:600}
.label+.copy,.label+.ways{margin-top:2px}
.about{display:flex;flex-wrap:wrap;gap:0 18px}
.about li{min-width:0}
.facts{font-size:14px}
.facts+.facts{margin-top:0}
.facts code,.risk code,.ways p code,.finding code,.alarm p code,.notes li code{background:var(--none-bg);color:var(--ink);border-radius:4px;padding:0 4px}
.risk{padding:6px 12px;border-left:3px solid var(--rem);background:var(--rem-bg);border-radius:0 6px 6px 0}
.risk strong{color:var(--rem)}
.ways li{padding:2px 12px;border-left:3px solid var(--calm);margin-top:6px}
.block:has(>:nth-child(26)){content-visibility:auto;contain-intrinsic-block-size:auto 2375px;margin-inline:-6px;padding-inline:6px}
.source,.hash{font-size:12px;color:var(--dim);overflow-wrap:anywhere}
a.source{color:var(--link)}
.finding{border-left:3px solid var(--chg);background:var(--chg-bg);padding:6px 10px;overflow-wrap:anywhere}
.finding.error{border-left-color:var(--rem);background:var(--rem-bg)}
.finding.info{border-left-color:var(--calm);background:var(--calm-bg)}
.finding .source,.finding .dim{color:var(--ink)}
.finding a.source{color:var(--link)}
.field{display:flex;flex-wrap:wrap;align-items:baseline;gap:2px 10px;margin-bottom:2px}
.path{font-weight:600;overflow-wrap:anywhere}
.why{font-size:13px;color:var(--dim)}
.sides{border:1px solid var(--rim);border-radius:6px;overflow:hidden;background:var(--well)}
.row{display:grid;grid-template-columns:minmax(0,1fr) minmax(0,1fr)}
.cell{min-width:0}
.row>.cell+.cell{border-left:1px solid var(--rim)}
.ln:first-child{padding-top:2px}
.ln:last-child{padding-bottom:2px}
.cell del,.cell ins{text-decoration:none}
.ln{display:block;white-space:pre-wrap;overflow-wrap:anywhere;min-height:1.5em;padding:0 8px 0 calc(8px + 1.6em);text-indent:-1.6em}
.ln::before{content:"\\00a0";display:inline-block;width:1.6em;text-indent:0;color:var(--dim)}
.row>.before,.row>.after{background:var(--none-bg)}
.before .ln{background:var(--rem-bg)}
.after .ln{background:var(--add-bg)}
.cell.secret{background:var(--chg-bg)}
.secret .ln::before{content:"~";color:var(--chg)}
.before .ln::before{content:"\\2212";color:var(--rem)}
.after .ln::before{content:"+";color:var(--add)}
mark{color:inherit;border-radius:2px}
.before mark{background:var(--rem-hi)}
.after mark{background:var(--add-hi)}
.cell.kept .side{display:block;padding:2px 8px 0;font-size:12px;color:var(--dim)}
.kept .ln::before{content:none}
.kept mark{background:var(--chg-bg)}
.cell.same{color:var(--dim)}
.cell.none{background:var(--none-bg)}
.gap>summary{font-size:12px;color:var(--dim);padding:1px 12px;cursor:pointer;background:var(--none-bg)}
.request summary{cursor:pointer}
.request code{overflow-wrap:anywhere}
.request .dim{font-size:13px}
pre{margin:6px 0 0;padding:10px;background:var(--well);border:1px solid var(--rim);border-radius:6px;overflow:auto;max-height:480px}
.filled{font-size:13px;color:var(--dim);margin-top:4px;overflow-wrap:anywhere}
@container (max-width:640px){
.row{grid-template-columns:minmax(0,1fr)}
.row>.cell+.cell{border-left:0}
.twin,.cell.none{display:none}}
`;

const narrow = `
@media (max-width:40rem){
header,main{padding-left:14px;padding-right:14px}
header{padding-top:14px}
h1{font-size:21px}
pre{white-space:pre-wrap}
.counts{margin:10px 0 8px}
.counts .face{padding:1px 9px}
.filter:not(:has([open]))>button{display:none}
.gist{flex-basis:100%}
table,.traffic td{min-width:0}
table,thead,tbody,tr,th,td{display:block}
thead{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}
tbody tr{padding:6px 0;border-top:1px solid var(--rim)}
tbody th,tbody td{border:0;padding:1px 12px}
td[data-label]::before{content:attr(data-label) " ";color:var(--dim)}
.filter input[type=search]{flex-basis:100%}}
@media (max-width:40rem),(pointer:coarse){
button,summary,.filter input[type=search],fieldset label,.tabs a,.counts .face{min-height:44px}
.counts .face{padding-top:9px}
button{min-width:44px}
summary:not(.step>summary){padding-top:10px;padding-bottom:10px}
fieldset label{align-items:center}
fieldset input{width:20px;height:20px;flex:none}}
`;

/** For printing: dark on light in any color scheme, everything open, no controls. */
const print = `
@media print{
:root{color-scheme:light;--page:#fff;--card:#fff;--well:#fff;--ink:#000;--dim:#444;--rim:#bbb;--link:#000;
--add:#146c2e;--add-bg:#eefaf0;--add-hi:#bfe8c9;--rem:#a01224;--rem-bg:#fff1f0;--rem-hi:#ffd0cc;
--chg:#6b4600;--chg-bg:#fff8e5;--wait:#4f2a99;--wait-bg:#f5f0ff;--calm:#264d73;--calm-bg:#eef5fc;--none-bg:#f3f3f3}
@page{margin:14mm}
body{font-size:11px}
code,pre,.address,.path,.cell,.source,.hash,.facts,.why,.label,.act,.chip,.dim,.key,.filled{font-size:10px}
header,main{max-width:none;padding:0}
.skip,.filter,.none,.tabs,.copy button{display:none!important}
.block{content-visibility:visible!important}
.environment[hidden]{display:block!important}
.step>summary{break-after:avoid}
.step>summary::before{display:none}
h2,h3{break-after:avoid}
.change,.alarm li,.finding{break-inside:avoid-page}
pre{max-height:none;white-space:pre-wrap}
.scroll{overflow:visible}
.drawing{width:100%;height:auto;print-color-adjust:exact}
.act,.badge,.cell,.chip,.face,mark{print-color-adjust:exact}}
`;

/** The whole style. Its hash is in the CSP of the page. */
export const pageStyle = [colors, layout, steps, narrow, print].join('').trim();
