/** The style of a drawing, in a page or on its own. Dark if the reader's system is. */
export const drawingStyle = `
.drawing{--paper:#fff;--ink:#1f2328;--dim:#59636e;--box:#f6f8fa;--rim:#c3cad3;--wire:#8c959f;
--add:#1a7f37;--add-bg:#e6f7ea;--chg:#8a5a00;--chg-bg:#fff6da;--rem:#c2182a;--rem-bg:#ffeeec;--wait:#6639ba;--wait-bg:#f3edff;
font-family:system-ui,-apple-system,"Segoe UI",Roboto,sans-serif;font-size:12px}
@media (prefers-color-scheme:dark){.drawing{--paper:#0f1419;--ink:#e6edf3;--dim:#9aa5b1;--box:#1a2129;--rim:#3a444f;--wire:#66717d;
--add:#56d364;--add-bg:#11291a;--chg:#e3b341;--chg-bg:#2c2410;--rem:#ff8a80;--rem-bg:#331719;--wait:#c4a1ff;--wait-bg:#241a38}}
.drawing .paper{fill:var(--paper)}
.drawing text{fill:var(--ink)}
.drawing .area{font-size:13px;font-weight:600;fill:var(--dim)}
.drawing .more,.drawing .what{fill:var(--dim);font-size:11px}
.drawing .name{font-weight:600}
.drawing .mark{font-weight:700;font-size:14px;text-anchor:middle}
.drawing .box rect{fill:var(--box);stroke:var(--rim)}
.drawing .line{fill:none;stroke:var(--wire);stroke-width:1.25}
.drawing .line.asked{stroke-dasharray:1 4;stroke-linecap:round;stroke-width:1.75}
.drawing .line.added{stroke:var(--add);stroke-width:2}
.drawing .line.removed{stroke:var(--rem);stroke-dasharray:5 4}
.drawing .line.dangling{stroke:var(--rem)}
.drawing .added rect{fill:var(--add-bg);stroke:var(--add)}
.drawing .added .mark{fill:var(--add)}
.drawing .changed rect{fill:var(--chg-bg);stroke:var(--chg)}
.drawing .changed .mark{fill:var(--chg)}
.drawing .removed rect{fill:var(--rem-bg);stroke:var(--rem);stroke-dasharray:2 3}
.drawing .removed .mark,.drawing .dangling .mark{fill:var(--rem)}
.drawing .waiting rect{fill:var(--wait-bg);stroke:var(--wait)}
.drawing .waiting .mark{fill:var(--wait)}
.drawing .dangling rect{fill:var(--paper);stroke:var(--rem);stroke-width:2;stroke-dasharray:6 3}
.drawing .dangling .name{fill:var(--rem)}
.drawing a:hover rect,.drawing a:focus-visible rect{stroke-width:2.5}
`
  .trim()
  .replaceAll('\n', '');
