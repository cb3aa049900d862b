/* Run by plan-page.mjs: prints the page of a plan with so many steps. */
import { writeSync } from 'node:fs';
import { planHtml } from '../../src/report/page/page.ts';
import { bigPlan } from '../report/made-plan.ts';

const html = Buffer.from(planHtml([{ plan: bigPlan(Number(process.argv[2])), diagnostics: [] }]));
for (let sent = 0; sent < html.length;) sent += writeSync(1, html, sent);
