import type { Sameness } from '../forms/mask-text.ts';

/**
 * Compares two fingerprints of secrets, `<key>.<value>`: those of different keys say nothing about their values. If one
 * is missing, nothing is known either.
 */
export function compareFingerprints(fingerprint: string | undefined, other: string | undefined): Sameness {
  if (fingerprint === undefined || other === undefined) return 'unknown';
  if (fingerprint === other) return 'same';
  return fingerprintKey(fingerprint) === fingerprintKey(other) ? 'different' : 'unknown';
}

function fingerprintKey(fingerprint: string): string {
  return fingerprint.slice(0, fingerprint.indexOf('.') + 1);
}
