/**
 * A handset on the wall: its phone in small with what it got last, its number, and what it does.
 */
import { SmallPhone } from '../../phone/phone.tsx';
import { Badge } from '../../ui/badge.tsx';
import { classes } from '../../ui/classes.ts';
import { Hidden } from '../../ui/hidden.tsx';
import { Link } from '../../ui/link.tsx';
import { Time } from '../../ui/time.tsx';
import { addressOf } from './address.ts';
import type { ListedHandset } from './handset.ts';
import { NumberText } from './number.tsx';
import { PastCalls } from './past-calls.tsx';
import { ShownCall } from './shown-call.tsx';
import { talkHead } from './talk-head.ts';
import { callUnderWay, talksOf } from './thread.ts';
import { ThreadOf } from './thread-of.tsx';
import styles from './tile.module.css';
import { useClock } from './use-clock.ts';
import { useHandset } from './use-handsets.ts';

/** So many of the newest are drawn in small. */
const NEWEST = 4;

export function Tile({ handset, says }: { readonly handset: ListedHandset; readonly says: string }) {
  const { phone_number: number, calls_under_way: underWay, last_on: at, messages, sent } = handset;
  const address = addressOf(handset);
  const clock = useClock();
  const shown = useHandset(address);
  const [talk] = shown.data ? talksOf(shown.data) : [];
  const call = shown.data ? callUnderWay(shown.data.calls) : null;
  return (
    <li className={styles.tile}>
      <Link className={classes(styles.link, underWay > 0 && styles.ringing)} to={`/phones/${address}`}>
        <SmallPhone clock={clock} talk={talk ? talkHead(talk) : null} call={call && <ShownCall call={call} />}>
          {talk ? (
            <ThreadOf talk={{ ...talk, items: talk.items.slice(-NEWEST) }} sent={shown.data?.sent ?? []} />
          ) : (
            <PastCalls calls={shown.data?.calls ?? []} />
          )}
        </SmallPhone>
        <span className={styles.words}>
          <NumberText number={number} />
          {underWay > 0 && <Badge tone="accent">{call?.state === 'answered' ? 'speaks' : 'rings'}</Badge>}
          <Hidden>{`, ${count(messages, 'message')}, ${sent} sent. `}</Hidden>
        </span>
        <span className={styles.says}>{says}</span>
        <span className={styles.time}>
          <Time at={at} isRelative />
        </span>
      </Link>
    </li>
  );
}

function count(number: number, what: string): string {
  return `${number} ${what}${number === 1 ? '' : 's'}`;
}
