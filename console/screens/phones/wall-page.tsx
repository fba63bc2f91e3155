/**
 * The wall: every handset in use as a small phone that shows what it got last. Before anything has been sent it shows what a
 * card would look like, with the button that sends it.
 */
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { Received } from '../../phone/bubble.tsx';
import { Phone } from '../../phone/phone.tsx';
import { Button } from '../../ui/button.tsx';
import { Failure, FailureNotice } from '../../ui/failure.tsx';
import { LiveRegion } from '../../ui/live-region.tsx';
import { Page } from '../../ui/page.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { ChoosePhone } from './choose-phone.tsx';
import type { ListedHandset } from './handset.ts';
import { MaskedChat } from './masked-chat.tsx';
import { CARD, CARD_SUGGESTIONS, FIRST_NUMBER, SAMPLES } from './sending/samples.ts';
import { keptOrder } from './thread.ts';
import { Tile } from './tile.tsx';
import { useClock } from './use-clock.ts';
import { useHandsetList, useLiveHandsets, useSend, useStories } from './use-handsets.ts';
import styles from './wall-page.module.css';

export function WallPage() {
  useLiveHandsets();
  const list = useHandsetList();
  const sending = useSendCard();
  const handsets = useKeptOrder(list.data?.handsets ?? []);
  const ringing = handsets.filter((each) => each.calls_under_way > 0).length;
  return (
    <Page
      title="Phones"
      lead="What simulated handsets got, as their owners see it. The last three digits of a number choose what it does."
      actions={
        <>
          <Button kind="primary" icon="message" needs="operate" isBusy={sending.isPending} onClick={sending.send}>
            Send the card to a phone
          </Button>
          <ChoosePhone />
          <MaskedChat />
        </>
      }
    >
      {sending.error && <FailureNotice what="The card was not sent." error={sending.error} />}
      {list.isPending && <Skeleton lines={10} label="Loading the phones" />}
      {list.error && (
        <Failure what="The phones could not be loaded." error={list.error} onRetry={() => void list.refetch()} />
      )}
      {list.data && handsets.length === 0 && <FirstCard />}
      {handsets.length > 0 && (
        <div>
          <LiveRegion>
            {ringing > 0 ? `${ringing} ${ringing === 1 ? 'phone has a call' : 'phones have a call'}` : null}
          </LiveRegion>
          <Wall handsets={handsets} />
        </div>
      )}
      {list.data?.next != null && <p>These are the phones used last. Choose a phone to open another.</p>}
    </Page>
  );
}

function Wall({ handsets }: { readonly handsets: readonly ListedHandset[] }) {
  const stories = useStories();
  const saysOf = ({ ending }: ListedHandset) => {
    if (!stories.data) return '';
    return stories.data.stories.find((story) => story.ending === ending)?.says ?? 'No story: it behaves well.';
  };
  return (
    <ul className={styles.wall} aria-label="Phones">
      {handsets.map((handset) => (
        <Tile key={handset.id} handset={handset} says={saysOf(handset)} />
      ))}
    </ul>
  );
}

function useSendCard() {
  const navigate = useNavigate();
  const sending = useSend(FIRST_NUMBER);
  const [sample] = SAMPLES;
  const send = () => {
    if (sample) sending.mutate(sample, { onSuccess: () => void navigate({ to: `/phones/${FIRST_NUMBER}` }) });
  };
  return { send, isPending: sending.isPending, error: sending.error };
}

/** Nothing has been sent yet. */
function FirstCard() {
  const clock = useClock();
  const { suggestions, ...face } = CARD;
  const content = { card: { ...face, buttons: [...suggestions] }, suggestions: [...CARD_SUGGESTIONS] };
  return (
    <div className={styles.first}>
      <div className={styles.words}>
        <h2>Nothing has been sent yet</h2>
        <p>
          This is what a card looks like on a phone. Send it, press its buttons, answer it: what comes of that is told
          to the account as it would be by a real one.
        </p>
        <p>
          Other numbers do other things: 901 is not on RCS and gets an SMS, 921 is busy, 938 rings until you take the
          call.
        </p>
      </div>
      <Phone label="with what would be sent" clock={clock} talk={{ name: 'Trunkline', channel: 'rcs' }}>
        <Received content={content} meta="not sent yet" />
      </Phone>
    </div>
  );
}

function useKeptOrder(handsets: readonly ListedHandset[]): readonly ListedHandset[] {
  const [places, setPlaces] = useState<readonly string[]>([]);
  const now = keptOrder(
    places,
    handsets.map(({ id }) => id),
  );
  if (now.join() !== places.join()) setPlaces(now);
  const byId = new Map(handsets.map((handset) => [handset.id, handset]));
  return now.flatMap((id) => byId.get(id) ?? []);
}
