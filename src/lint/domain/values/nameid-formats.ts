import { saml } from '../../../kinds/modules/saml.ts';

const field = saml.fields['nameid_format'];

/** The formats that similar services were observed to accept. The API says only that it supports "a subset". */
export const supportedFormats: readonly string[] =
  field?.type === 'string' && field.knownValues !== undefined ? field.knownValues : [];

/** All formats that the SAML 2.0 core specification names (8.3). */
export const knownFormats: readonly string[] = [
  ...supportedFormats,
  'urn:oasis:names:tc:SAML:1.1:nameid-format:WindowsDomainQualifiedName',
  'urn:oasis:names:tc:SAML:2.0:nameid-format:encrypted',
  'urn:oasis:names:tc:SAML:2.0:nameid-format:entity',
  'urn:oasis:names:tc:SAML:2.0:nameid-format:kerberos',
];
