import { webhookUrl } from '../../http/webhook.ts';
import type { Io } from '../../model/io.ts';
import type { Workspace } from '../../model/workspace.ts';
import { openSecrets } from '../../session/secrets/secrets.ts';
import type { DoctorFlags, Examination } from './examination.ts';

/** Whether the webhooks of `notify` have URLs; nothing is sent. One that is not set is reported with the secrets. */
export function notifyFindings(
  io: Io,
  { settings }: Pick<Workspace, 'settings'>,
  { secretsDir }: DoctorFlags,
): readonly Examination[] {
  const lookup = openSecrets(io, secretsDir);
  return settings.notify.flatMap(({ secret }): readonly Examination[] => {
    const value = lookup(secret)?.reveal().trim();
    if (value === undefined) return [];
    const url = webhookUrl(value);
    return url === undefined
      ? [
          {
            state: 'warn',
            text: `notifications: the value of ${secret} is not an https URL`,
            help: 'apply and drift send nothing there; http is for this machine only',
          },
        ]
      : [{ state: 'ok', text: `notifications: ${secret} is a URL` }];
  });
}
