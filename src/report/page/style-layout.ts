/** The page and its sections. No animations, and no text is wider than the page: long words break anywhere. */
export const layoutStyle = `
*{box-sizing:border-box}
[hidden]{display:none!important}
body{margin:0;background:var(--page);color:var(--ink);font:15px/1.5 system-ui,-apple-system,"Segoe UI",Roboto,sans-serif;overflow-wrap:anywhere}
code,pre,.address,.path,.cell,.source,.hash{font-family:ui-monospace,SFMono-Regular,Menlo,Consolas,"Liberation Mono",monospace;font-size:13px}
a{color:var(--link)}
:focus-visible{outline:3px solid var(--focus);outline-offset:2px;border-radius:4px}
.skip,.unseen{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
.skip:focus{position:fixed;top:8px;left:8px;width:auto;height:auto;clip-path:none;padding:8px 14px;background:var(--card);z-index:9}
header,main,footer{max-width:1280px;margin:0 auto;padding:0 24px}
header{padding-top:28px}
main{padding-bottom:32px}
footer{padding-bottom:48px;font-size:13px;color:var(--dim)}
footer ul{display:flex;flex-wrap:wrap;gap:4px 20px;border-top:1px solid var(--rim);padding-top:12px}
footer li{overflow-wrap:anywhere;min-width:0}
h1{font-size:26px;line-height:1.2;margin:0;letter-spacing:-.01em;overflow-wrap:anywhere}
h2{font-size:20px;margin:36px 0 12px;overflow-wrap:anywhere}
h3,.alarm h2,.traffic h2{font-size:16px;margin:0 0 8px;overflow-wrap:anywhere}
h4{font-size:15px;margin:0 0 8px}
p{margin:0}
ul{margin:0;padding:0;list-style:none}
button{font:inherit;color:var(--ink);background:var(--card);border:1px solid var(--rim);border-radius:6px;padding:4px 10px;cursor:pointer}
button:hover{border-color:var(--dim)}
.dim{color:var(--dim)}
.scroll{overflow:auto;max-width:100%}
.verdict{margin:6px 0 18px;color:var(--dim)}
.verdict .sum{color:var(--ink)}
.verdict code{background:var(--none-bg);padding:2px 6px;border-radius:4px;color:var(--ink);overflow-wrap:anywhere}
.verdict.refused p:nth-child(2){color:var(--rem);font-weight:600}
.tiles{display:flex;flex-wrap:wrap;gap:10px;margin:0 0 20px}
.tile{min-width:112px;background:var(--card);border:1px solid var(--rim);border-top:3px solid var(--dim);border-radius:8px}
.tile .face{display:block;padding:8px 14px 10px;color:inherit;text-decoration:none;border-radius:5px}
.tile a.face:hover .words{text-decoration:underline}
.tile .number{display:block;font-size:26px;line-height:1.2;font-weight:650;font-variant-numeric:tabular-nums}
.tile .words{font-size:13px;color:var(--dim)}
.tile.create,.tile.adopt{border-top-color:var(--add)}
.tile.update,.tile.retire{border-top-color:var(--chg)}
.tile.delete,.tile.bad,.tile.blocked{border-top-color:var(--rem)}
.tile.drift{border-top-color:var(--wait)}
.tile.bad{background:var(--rem-bg)}
.tile.bad .number,.tile.bad .words{color:var(--rem)}
.alarm{background:var(--card);border:1px solid var(--rem);border-left-width:5px;border-radius:8px;padding:14px 18px;margin:0 0 16px}
.alarm h2,.alarm h3{color:var(--rem)}
.alarm>ul>li+li{margin-top:12px;padding-top:12px;border-top:1px solid var(--rim)}
.alarm li ul{margin:4px 0 0;padding-left:20px;list-style:disc}
.alarm li{overflow-wrap:anywhere}
.traffic{background:var(--card);border:1px solid var(--rim);border-radius:8px;padding:14px 18px;margin:0 0 16px}
table{border-collapse:collapse;width:100%;min-width:560px;margin-top:8px}
th,td{text-align:left;vertical-align:top;padding:6px 16px 6px 0;border-top:1px solid var(--rim);font-weight:400}
thead th{border-top:0;font-size:13px;color:var(--dim)}
.columns{display:grid;grid-template-columns:250px minmax(0,1fr);gap:24px;align-items:start}
.filter[hidden]+.list{grid-column:1/-1}
.filter{position:sticky;top:12px;max-height:calc(100vh - 24px);overflow:auto;background:var(--card);border:1px solid var(--rim);border-radius:8px;padding:14px}
.filter .search span{display:block;font-size:13px;color:var(--dim);margin-bottom:2px}
.filter input[type=search]{width:100%;font:inherit;padding:6px 8px;color:var(--ink);background:var(--page);border:1px solid var(--dim);border-radius:6px}
.filter ::placeholder{color:var(--dim);opacity:1}
.shown{margin:10px 0 8px;font-weight:600;font-variant-numeric:tabular-nums}
.buttons{display:flex;flex-wrap:wrap;gap:6px;margin-bottom:10px}
.buttons button{font-size:13px;padding:2px 8px}
.facets>summary{font-size:13px;color:var(--dim);cursor:pointer}
fieldset{border:0;margin:10px 0 0;padding:0;min-width:0;max-height:320px;overflow:auto}
legend{padding:0;font-size:13px;font-weight:600;margin-bottom:2px}
fieldset label{display:flex;gap:8px;align-items:baseline;padding:1px 2px;cursor:pointer}
fieldset .value{flex:1;min-width:0;overflow-wrap:anywhere}
fieldset .number{color:var(--dim);font-size:13px;font-variant-numeric:tabular-nums}
fieldset .nothing .value{color:var(--dim)}
.none{padding:24px;text-align:center;color:var(--dim)}
.notes ul li{padding:3px 0;overflow-wrap:anywhere}
.notes ul,.notes details,.topology details{background:var(--card);border:1px solid var(--rim);border-radius:8px;padding:12px 18px}
.topology summary,.notes summary{cursor:pointer}
.topology .scroll{margin-top:12px}
.drawing{display:block;margin:0 auto}
.legend{display:flex;flex-wrap:wrap;gap:8px;margin-top:10px}
.key{font-size:13px;padding:1px 8px;border-radius:4px;border:1px solid var(--rim)}
.key.added{color:var(--add);border-color:var(--add)}
.key.changed{color:var(--chg);border-color:var(--chg)}
.key.removed{color:var(--rem);border:1px dotted var(--rem)}
.key.waiting{color:var(--wait);border-color:var(--wait)}
.key.dangling{color:var(--rem);border:2px dashed var(--rem)}
@media (max-width:40rem){
pre{white-space:pre-wrap}
table{min-width:0}
table,thead,tbody,tr,th,td{display:block}
thead{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}
tbody tr{padding:6px 0;border-top:1px solid var(--rim)}
tbody th,tbody td{border:0;padding:1px 0}
td[data-label]::before{content:attr(data-label) " ";color:var(--dim)}
.alarm,.traffic{padding:12px 12px}}
@media (max-width:40rem),(pointer:coarse){
button,.buttons button,summary,.filter input[type=search],fieldset label{min-height:40px}
.step>summary{min-height:44px}
.buttons button{padding:4px 12px;font-size:14px}
summary:not(.step>summary){padding-top:8px;padding-bottom:8px}
fieldset label{align-items:center}
fieldset input{width:20px;height:20px;flex:none}}
@media (max-width:60rem){
header,main,footer{padding-left:14px;padding-right:14px}
.columns{grid-template-columns:minmax(0,1fr);gap:12px}
.filter{position:static;max-height:none}
.tile{min-width:96px;flex:1 1 96px}}
`;
