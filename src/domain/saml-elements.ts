/**
 * The elements of an identity provider's metadata: SAML 2.0 metadata, XML signatures, and what providers add to them
 * (entity attributes, user interface).
 */
export const samlElements: ReadonlySet<string> = new Set(
  `AdditionalMetadataLocation AffiliationDescriptor AffiliateMember ArtifactResolutionService AssertionConsumerService
   AssertionIDRequestService Attribute AttributeAuthorityDescriptor AttributeConsumingService AttributeProfile
   AttributeService AttributeValue AuthnAuthorityDescriptor AuthnQueryService AuthzService CanonicalizationMethod
   CipherData CipherValue Company ContactPerson Description DigestMethod DigestValue DisplayName DomainHint
   EmailAddress EncryptionMethod EntitiesDescriptor EntityAttributes EntityDescriptor Exponent Extensions GeolocationHint
   GivenName IDPSSODescriptor InformationURL IPHint KeyDescriptor KeyInfo KeyName KeyValue Keywords Logo
   ManageNameIDService Modulus NameIDFormat NameIDMappingService Organization OrganizationDisplayName OrganizationName
   OrganizationURL PDPDescriptor PrivacyStatementURL PublicationInfo Reference RegistrationInfo RegistrationPolicy
   RequestedAttribute RoleDescriptor RSAKeyValue Scope ServiceDescription ServiceName SPSSODescriptor Signature
   SignatureMethod SignatureValue SignedInfo SigningMethod SingleLogoutService SingleSignOnService SurName
   TelephoneNumber Transform Transforms UIInfo UsagePolicy X509Certificate X509CRL X509Data X509IssuerName
   X509IssuerSerial X509SerialNumber X509SKI X509SubjectName`.split(/\s+/),
);
