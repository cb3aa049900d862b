/** The steps and their bodies. Blocks outside the viewport are not laid out, so that ten thousand steps cost little. */
export const stepStyle = `
.environment+.environment{margin-top:32px}
.group{margin-bottom:24px}
.count{color:var(--dim);font-weight:400;font-size:14px}
.step{background:var(--card);border:1px solid var(--rim);border-radius:8px;margin-bottom:8px;scroll-margin-top:12px}
.many .block{content-visibility:auto;contain-intrinsic-block-size:auto 2375px;margin-inline:-6px;padding-inline:6px}
.alike{margin:0 14px 8px;font-size:14px;color:var(--dim)}
.body{container-type:inline-size}
.step>summary{display:flex;flex-wrap:wrap;align-items:center;gap:4px 10px;padding:8px 14px;cursor:pointer;list-style:none;border-radius:8px}
.step>summary::-webkit-details-marker{display:none}
.step>summary::before{content:"";flex:none;width:7px;height:7px;border-right:2px solid var(--dim);border-bottom:2px solid var(--dim);transform:rotate(-45deg)}
.step[open]>summary::before{transform:rotate(45deg)}
.step>summary:hover .address{text-decoration:underline}
.step[open]>summary{border-bottom:1px solid var(--rim);border-radius:8px 8px 0 0}
.act{flex:none;font-size:13px;font-weight:600;padding:1px 9px;border-radius:20px;background:var(--none-bg);color:var(--ink);white-space:nowrap}
.step .act{min-width:78px}
.act.create,.act.adopt{background:var(--add-bg);color:var(--add)}
.act.update,.act.retire{background:var(--chg-bg);color:var(--chg)}
.act.delete,.act.blocked,.act.refused{background:var(--rem-bg);color:var(--rem)}
.act.drift{background:var(--wait-bg);color:var(--wait)}
.act.keep,.act.forget{background:var(--calm-bg);color:var(--calm)}
.address{font-weight:600;overflow-wrap:anywhere;min-width:0}
.gist{flex:1 1 0;min-width:0;color:var(--dim);font-size:13px;white-space:nowrap;overflow:hidden;text-overflow:ellipsis}
.chip{font-size:12px;padding:0 8px;border-radius:4px;border:1px solid var(--rim);color:var(--dim);white-space:nowrap}
.chip.bad{border-color:var(--rem);color:var(--rem);background:var(--rem-bg);font-weight:600}
.body{padding:0 14px}
.reason{overflow-wrap:anywhere}
.source,.hash{font-size:12px;color:var(--dim);overflow-wrap:anywhere}
a.source{color:var(--link)}
.body{padding-bottom:12px}
.body>*{margin-top:8px}
.facts{display:flex;flex-wrap:wrap;gap:2px 8px;font-size:14px;color:var(--dim)}
.facts li{overflow-wrap:anywhere;min-width:0}
.facts li:not(:last-child)::after{content:"\\00a0\\00a0\\00b7"}
.reason code,.facts code,.risk code,.ways code,.finding code,.alarm li code,.notes li code{background:var(--none-bg);color:var(--ink);border-radius:4px;padding:0 4px}
.risk li,.ways li{overflow-wrap:anywhere;padding:4px 10px;border-left:3px solid var(--rem);background:var(--rem-bg);margin-top:4px;white-space:pre-wrap}
.ways li{border-left-color:var(--calm);background:var(--calm-bg)}
.label{font-size:13px;font-weight:600}
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
@media (max-width:40rem){.gist{flex-basis:100%}}
`;
