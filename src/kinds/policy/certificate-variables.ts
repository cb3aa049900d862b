import { boolVar, listVar, objectVar, stringVar, textVar, timeVar, type VariableMap } from './variable.ts';

/** The parts of a certificate, as variables. */
export function certificateMembers(whose: 'client' | 'server'): VariableMap {
  return {
    extensions: listVar(
      {
        members: {
          id: stringVar('The object identifier of the extension.'),
          critical: boolVar('Whether the extension is critical.'),
          value: { type: 'bytes', doc: 'The data of the extension.' },
        },
      },
      'The extensions of the certificate.',
    ),
    issuer: textVar('Who issued the certificate: the full name.', nameMembers('issuer')),
    ...(whose === 'client' ? { pem: stringVar('The certificate as PEM.') } : {}),
    san: textVar('The alternative names of the certificate.', {
      dns_names: listVar('string', 'Host names.'),
      email_addresses: listVar('string', 'E-mail addresses.'),
      ip_addresses: listVar('string', 'IP addresses.'),
      uris: listVar('string', 'URIs.'),
    }),
    serial_number: stringVar('The serial number of the certificate.'),
    signature_algorithm: stringVar('The algorithm of the signature.'),
    subject: textVar('Whose certificate it is: the full name.', nameMembers('subject')),
    validity: objectVar('When the certificate is valid.', {
      not_after: timeVar('The end of its validity.'),
      not_before: timeVar('The begin of its validity.'),
    }),
  };
}

function nameMembers(of: 'issuer' | 'subject'): VariableMap {
  const all = (what: string): VariableMap[string] => listVar('string', `The ${what} of the ${of}.`);
  return {
    common_name: stringVar(`The common name of the ${of}.`),
    country: all('countries'),
    locality: all('localities'),
    organization: all('organizations'),
    organizational_unit: all('organizational units'),
    postal_code: all('postal codes'),
    province: all('provinces or states'),
    street_address: all('street addresses'),
  };
}
