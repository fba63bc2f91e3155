/**
 * One phone beside the list of all: what it shows, what can be sent to it, what its number does, its calls; and the other end
 * of a masked chat beside it.
 */
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { usePermission } from '../../app/session-context.ts';
import { numberText } from '../../phone/number-text.ts';
import { Badge } from '../../ui/badge.tsx';
import { Failure, FailureNotice } from '../../ui/failure.tsx';
import { Checkbox } from '../../ui/field.tsx';
import { Link } from '../../ui/link.tsx';
import { LiveRegion } from '../../ui/live-region.tsx';
import { Page, Section } from '../../ui/page.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Calls } from './calls.tsx';
import { ChoosePhone } from './choose-phone.tsx';
import type { Handset } from './handset.ts';
import { LivePhone } from './live-phone.tsx';
import { PhoneList } from './phone-list.tsx';
import styles from './phone-page.module.css';
import * as requests from './requests.ts';
import { SendPanel } from './sending/send-panel.tsx';
import { callUnderWay, sessionOf, talksOf } from './thread.ts';
import { useDeed, useHandset, useLiveHandsets } from './use-handsets.ts';

interface Place {
  /** With whom the phone talks, and the one beside it. */
  readonly with?: string | number;
  readonly beside?: string | number;
  readonly besideWith?: string | number;
}

export function PhonePage() {
  useLiveHandsets();
  const { number: address = '' } = useParams({ strict: false }) as { number?: string };
  const place = useSearch({ strict: false }) as Place;
  const navigate = useNavigate();
  const shown = useHandset(address);
  const change = (changes: Place) => {
    void navigate({ to: '.', search: { ...place, ...changes } as never, replace: true, resetScroll: false });
  };
  return (
    <Page title={titleOf(address, shown.data)} lead={<Link to="/phones">All phones</Link>} actions={<ChoosePhone />}>
      <div className={styles.page}>
        <PhoneList chosen={address} />
        {shown.isPending && <Skeleton lines={12} label="Loading the phone" />}
        {shown.error && (
          <Failure what="The phone could not be loaded." error={shown.error} onRetry={() => void shown.refetch()} />
        )}
        {shown.data && <Opened key={address} address={address} handset={shown.data} place={place} onPlace={change} />}
      </div>
    </Page>
  );
}

/** Where the number is masked the address holds an id. */
function titleOf(address: string, handset: Handset | undefined): string {
  if (handset) return numberText(handset.phone_number);
  return /^\d+$/.test(address) ? numberText(address) : 'Phone';
}

interface OpenedProps {
  readonly address: string;
  readonly handset: Handset;
  readonly place: Place;
  readonly onPlace: (changes: Place) => void;
}

function Opened({ address, handset, place, onPlace }: OpenedProps) {
  const { calls } = handset;
  const peer = textOf(place.with);
  const beside = textOf(place.beside) ?? otherEnd(handset, peer);
  const call = callUnderWay(calls);
  return (
    <>
      <div className={styles.phones}>
        <LiveRegion>{call?.state === 'ringing' ? 'The phone rings' : null}</LiveRegion>
        <LivePhone handset={handset} address={address} peer={peer} onPeer={(to) => onPlace({ with: to })} />
        {beside !== null && (
          <Beside number={beside} peer={textOf(place.besideWith)} onPeer={(to) => onPlace({ besideWith: to })} />
        )}
      </div>
      <div className={styles.panel}>
        <Section title="What this number does">
          <Story handset={handset} />
        </Section>
        <Section title="Send it something">
          <SendPanel number={handset.phone_number} />
        </Section>
        <Section title="Calls">
          <Waits address={address} waits={handset.waits} />
          <Calls address={address} calls={calls} />
        </Section>
      </div>
    </>
  );
}

/** The number at the other end of the masked chat that is shown, or null. */
function otherEnd(handset: Handset, peer: string | null): string | null {
  const talks = talksOf(handset);
  const talk = peer === null ? talks[0] : talks.find((each) => each.peer === peer);
  const other = talk && sessionOf(talk)?.other;
  return other && /^\d+$/.test(other) ? other : null;
}

/** The address may hold digits as a number. */
function textOf(value: string | number | undefined): string | null {
  return value === undefined ? null : String(value);
}

interface BesideProps {
  readonly number: string;
  readonly peer: string | null;
  readonly onPeer: (peer: string) => void;
}

function Beside({ number, peer, onPeer }: BesideProps) {
  const shown = useHandset(number);
  if (!shown.data) return null;
  return (
    <div className={styles.beside}>
      <LivePhone handset={shown.data} address={number} peer={peer ?? maskedPeer(shown.data)} onPeer={onPeer} />
      <p className={styles.caption}>
        The other end: <Link to={`/phones/${number}`}>{numberText(number)}</Link>
      </p>
    </div>
  );
}

function maskedPeer(handset: Handset): string | null {
  return talksOf(handset).find((talk) => sessionOf(talk) !== null)?.peer ?? null;
}

function Story({ handset: { says, ending } }: { readonly handset: Handset }) {
  return (
    <p>
      {ending !== null && (
        <>
          <Badge tone="accent">{ending}</Badge>{' '}
        </>
      )}
      {says}
    </p>
  );
}

function Waits({ address, waits }: { readonly address: string; readonly waits: boolean }) {
  const why = usePermission('operate');
  const setting = useDeed(async (isWaiting: boolean) => {
    await requests.setWaits(address, isWaiting);
    return null;
  });
  return (
    <>
      <Checkbox
        label="Calls ring until you take them"
        hint="Answer, listen, press keys, hang up: the telephone is in your hands. Key 1 has it said again."
        checked={waits}
        disabled={why !== null}
        onChange={(event) => setting.mutate(event.target.checked)}
      />
      {setting.error && <FailureNotice what="It was not changed." error={setting.error} />}
    </>
  );
}
