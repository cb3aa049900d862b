/*
 * Run by plan-page.mjs: renders plans of two sizes in turn, and prints as JSON how much longer a step takes in the
 * larger one, so many times; with no turns, the larger one only, for its peak memory.
 */
import { planHtml } from '../../src/report/page/page.ts';
import { planMarkdown } from '../../src/report/plan/markdown/plan-markdown.ts';
import { bigPlan } from '../report/made-plan.ts';

const [format, small, large, turns] = process.argv.slice(2);
const render = format === 'html' ? planHtmlOf : planMarkdownOf;

function planHtmlOf(count: number): () => string {
  const plan = bigPlan(count);
  return () => planHtml([{ plan, diagnostics: [] }]);
}

function planMarkdownOf(count: number): () => string {
  const plan = bigPlan(count);
  return () => planMarkdown([plan]);
}

/** Processor time in microseconds of as many steps as the larger plan has. */
function time(task: () => string, times: number): number {
  const start = process.cpuUsage();
  for (let done = 0; done < times; done++) task();
  const { user, system } = process.cpuUsage(start);
  return user + system;
}

const sizes = { small: Number(small), large: Number(large) };
const ratios: number[] = [];
if (turns === '0') render(sizes.large)();
else {
  const tasks = { small: render(sizes.small), large: render(sizes.large) };
  tasks.large();
  for (let turn = 0; turn < Number(turns); turn++)
    ratios.push(time(tasks.large, 1) / time(tasks.small, sizes.large / sizes.small));
}
process.stdout.write(JSON.stringify({ ratios, peakKiB: process.resourceUsage().maxRSS }));
