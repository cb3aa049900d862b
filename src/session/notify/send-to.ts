import { openWebhook, webhookUrl } from '../../http/webhook.ts';
import type { Io } from '../../model/io.ts';
import type { Notice } from '../../model/notice.ts';
import { notificationJson } from '../../report/run/notification.ts';
import { proxyOf } from '../api/proxy.ts';
import { openSecrets } from '../secrets/secrets.ts';
import { deliver, type RetryLimits } from './deliver.ts';

interface Sending {
  readonly notice: Notice;
  readonly secretsDir: string | undefined;
  readonly limits: RetryLimits;
}

/** Sends a notification to the URL that the secret holds; returns why it was not delivered, as a clause. */
export async function sendTo(
  io: Io,
  name: string,
  { notice, secretsDir, limits }: Sending,
): Promise<string | undefined> {
  const secret = openSecrets(io, secretsDir)(name);
  if (secret === undefined) return `the secret is not set`;
  const text = secret.reveal().trim();
  io.secrets?.learn(text);
  const url = webhookUrl(text);
  if (url === undefined) return 'its value is not an https URL';
  const clean = io.secrets?.clean ?? ((text: string) => text);
  const body = clean(notificationJson(notice, clean));
  const webhook = openWebhook(url, { proxy: proxyOf(io), timeoutMs: limits.timeoutMs });
  try {
    return await within(limits.totalMs, io.urgent, deliver(webhook, body, { ...limits, clock: io.clock }));
  } finally {
    await webhook.close();
  }
}

/** Real time: a server that is slow in its own ways must not hold up the end of the run. */
async function within(
  milliseconds: number,
  urgent: AbortSignal | undefined,
  delivery: Promise<string | undefined>,
): Promise<string | undefined> {
  let end = (_reason: string): void => undefined;
  const ended = new Promise<string>((resolve) => (end = resolve));
  const timer = setTimeout(() => end(`it did not accept it in ${milliseconds / 1000} s`), milliseconds);
  const stop = (): void => end('the run was ended');
  urgent?.addEventListener('abort', stop, { once: true });
  try {
    return await Promise.race([delivery, ended]);
  } finally {
    clearTimeout(timer);
    urgent?.removeEventListener('abort', stop);
  }
}
