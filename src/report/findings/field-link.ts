/** The words of the link from a finding to its field in the reference, where a format has links with words. */
export const fieldLinkWords = 'what may be written here';
