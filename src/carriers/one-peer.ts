/**
 * Which names of carriers stand for one: what comes in at a carrier may be about what left under another name.
 *
 * 1. A name that no carrier has any more is that of the carrier which had it before (`formerly`).
 * 2. Carriers that share their peer (`receiptsWith`) are looked through together, and so are those that share it with
 *    one of them.
 */
import type { Carrier } from './carrier.ts';

type Named = Pick<Carrier, 'name' | 'formerly' | 'receiptsWith'>;

/** Rule 1. */
export function carrierNamed<Each extends Named>(carriers: readonly Each[], name: string): Each | undefined {
  return carriers.find((each) => each.name === name) ?? carriers.find(({ formerly }) => formerly?.includes(name));
}

/** All names under which that what comes in there may have left: the one asked for comes first. */
export function namesOfPeer(carriers: readonly Named[], name: string): readonly string[] {
  const names = [name];
  for (const { name: own, formerly = [] } of sharing(carriers, name)) {
    for (const each of [own, ...formerly]) if (!names.includes(each)) names.push(each);
  }
  return names;
}

/** One name for all carriers that share their peer. */
export function peerOf(carriers: readonly Named[], name: string): string {
  const [first = name] = sharing(carriers, name)
    .map((each) => each.name)
    .sort();
  return first;
}

/** Rule 2; none where nobody has or had the name. */
function sharing(carriers: readonly Named[], name: string): readonly Named[] {
  const own = carrierNamed(carriers, name);
  if (!own) return [];
  const group = [own];
  // It grows while it is gone through.
  for (const { receiptsWith = [] } of group) {
    for (const other of carriers) {
      if (group.includes(other) || !other.receiptsWith) continue;
      if (other.receiptsWith.some((word) => receiptsWith.includes(word))) group.push(other);
    }
  }
  return group;
}
