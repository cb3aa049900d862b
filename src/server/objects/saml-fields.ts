import type { ModuleField } from '../../kinds/field.ts';
import type { JsonObject } from '../../model/value.ts';
import { samlCertificate } from './saml-certificate.ts';
import type { StoredObject } from '../state/state.ts';

/** The read-only fields of a SAML module: the URLs of the route's service provider. */
export function samlFields({ module }: ModuleField, origin: string, { id }: StoredObject): JsonObject {
  if (module.shape !== 'SAMLModule') return {};
  const base = `${origin}/saml/${id}`;
  return {
    entity_id: base,
    assertion_consumer_service_url: `${base}/acs`,
    single_logout_url: `${base}/slo`,
    request_signing_certificate_pem: samlCertificate,
    metadata_url: base,
  };
}
