import { ipRange, isMapped, isWithin, type IpRange } from '../../text/ip-ranges.ts';
import { notComputed } from '../scope-values.ts';

/**
 * Whether an address is in a network; an address without a length is not a network, and in an invalid one is nothing.
 */
export function isInNetwork(address: string, network: string): boolean {
  const [addressValue, all] = [addressOf(address), network.includes('/') ? ipRange(network) : undefined];
  if (addressValue === undefined || all === undefined) return false;
  if (addressValue.version !== all.version && (isMapped(addressValue) || isMapped(all)))
    return notComputed(
      `whether \`${address}\` is in \`${network}\`, of which one is IPv4 in the form of IPv6`,
    );
  return isWithin([addressValue], [all]);
}

export function isInNetworks(address: string, networks: readonly string[]): boolean {
  return networks.some((network) => isInNetwork(address, network));
}

const privateNetworks = ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16'];

/** As RFC 1918 has it, and no other RFC. */
export function isPrivateAddress(address: string): boolean {
  return isInNetworks(address, privateNetworks);
}

function addressOf(text: string): IpRange | undefined {
  return text.includes('/') ? undefined : ipRange(text);
}
