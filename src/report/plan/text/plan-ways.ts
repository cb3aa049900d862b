import type { AskedApproval } from '../../../model/approval.ts';
import { approvalYaml } from '../approval-yaml.ts';
import { inertLine } from '../../text/inert.ts';
import { widthOf } from '../../text/wrap.ts';
import type { StepView } from '../step-view.ts';
import type { Way } from '../words/remedy.ts';
import { commandLines, paragraph } from './plan-page.ts';
import type { StepPage } from './plan-page.ts';

/** The ways to approve a refused step: once by a flag, or by a document to paste. */
export function approvalLines({ approvals }: StepView, page: StepPage): readonly string[] {
  return approvals.flatMap((asked) => {
    const once = onceFlag(asked);
    const flag = once === undefined ? [] : [inertLine(`    approve once:  ${once.join(' ')}`)];
    return [
      ...(once === undefined || page.approve === undefined
        ? flag
        : commandLines('approve once:  ', page.approve, 4, page)),
      ...documentLines(once === undefined ? '    commit:        ' : '    or commit:     ', asked),
    ];
  });
}

/** The flag that approves one step; deletions are approved by their number instead. */
function onceFlag({ allow, address }: AskedApproval): readonly string[] | undefined {
  return allow === 'exposure' ? ['--allow-exposure', address] : undefined;
}

/** An approval document behind a label. */
function documentLines(label: string, asked: AskedApproval): readonly string[] {
  return approvalYaml(asked).map((line, index) =>
    inertLine(`${index === 0 ? label : ' '.repeat(label.length)}${line}`),
  );
}

/** Maximum width of a label in the column before commands. */
const widestLead = 20;

/** The ways to resolve a step: commands and approvals first, then sentences. */
export function wayLines({ ways, waysHeading }: StepView, page: StepPage): readonly string[] {
  if (ways.length === 0) return [];
  const hasHeading = waysHeading === 'To resolve' || ways.some((way) => !isLabelled(way));
  const indent = hasHeading ? 6 : 4;
  const width = Math.max(0, ...ways.filter(isLabelled).map(({ lead }) => widthOf(lead))) + 3;
  return [
    ...(hasHeading ? [`    ${waysHeading}:`] : []),
    ...ways.flatMap((way) => oneWay(way, { indent, width, page })),
  ];
}

function isLabelled({ lead, command, asks }: Way): boolean {
  return (command !== undefined || asks !== undefined) && widthOf(lead) <= widestLead;
}

function oneWay(
  way: Way,
  { indent, width, page }: { readonly indent: number; readonly width: number; readonly page: StepPage },
): readonly string[] {
  const { lead, command, asks } = way;
  const label = `${inertLine(lead)}:`;
  if (command !== undefined) {
    return isLabelled(way)
      ? commandLines(label.padEnd(width), command, indent, page)
      : [
          ...paragraph(`${lead}:`, indent + 2, page, `${' '.repeat(indent)}* `),
          ...commandLines('', command, indent + 4, page),
        ];
  }
  if (asks === undefined) return paragraph(lead, indent + 2, page, `${' '.repeat(indent)}* `);
  const head = `${' '.repeat(indent)}${label.padEnd(width)}`;
  if (page.view === 'all' || way.isOnlyHere === true) return documentLines(head, asks);
  const text = `commit an approval with \`allow: ${asks.allow}\` (plan --all prints it)`;
  return paragraph(text, indent + width, page, head);
}
