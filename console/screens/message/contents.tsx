/**
 * What the message says on each channel: of what kind it is, and on request the thing itself, which the gateway records.
 *
 * 1. What was shown is hidden again after `SHOWN_FOR_MS`, and with the page.
 * 2. A picture from elsewhere is not loaded: its frame names the server and leads there in a tab of its own.
 */
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { api, type Schema, take } from '../../api/client.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Failure, FailureNotice } from '../../ui/failure.tsx';
import { Section } from '../../ui/page.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Time } from '../../ui/time.tsx';
import { type Card, type ContentParts, hostOf, partsOf } from './content-parts.ts';
import styles from './contents.module.css';
import { channelName, contentName, lengthOf } from './words.ts';

type Contents = Schema<'OperatorMessageContents'>;
type Content = Contents['contents'][number];

const SHOWN_FOR_MS = 120_000;

function fetchContents(reference: string, full: boolean): Promise<Contents> {
  const params = { path: { reference_id: reference }, query: full ? { full } : {} };
  return take(api.GET('/operator/v1/messages/{reference_id}/contents', { params }));
}

export function ContentsSection({ reference }: { readonly reference: string }) {
  const known = useQuery({
    queryKey: ['messages', reference, 'contents'],
    queryFn: () => fetchContents(reference, false),
  });
  const [shown, setShown] = useState<Contents | null>(null);
  const [failure, setFailure] = useState<Error | null>(null);
  const [isBusy, setBusy] = useState(false);
  useEffect(() => {
    if (shown === null) return;
    const timer = setTimeout(() => setShown(null), SHOWN_FOR_MS);
    return () => clearTimeout(timer);
  }, [shown]);
  const ask = async () => {
    setBusy(true);
    setFailure(null);
    try {
      setShown(await fetchContents(reference, true));
    } catch (error) {
      setFailure(error instanceof Error ? error : new Error(String(error)));
    } finally {
      setBusy(false);
    }
  };
  const removedOn = known.data?.texts_removed_on ?? null;
  const contents = (shown ?? known.data)?.contents ?? [];
  return (
    <Section
      title="What it says"
      actions={known.data && removedOn === null && <Shown {...{ shown, isBusy, ask, hide: () => setShown(null) }} />}
    >
      {known.isPending && <Skeleton lines={2} label="Loading what it says" />}
      {known.error && (
        <Failure what="What it says could not be loaded." error={known.error} onRetry={() => void known.refetch()} />
      )}
      {failure && <FailureNotice what="What it says could not be shown." error={failure} />}
      {removedOn !== null && (
        <p className={styles.quiet}>
          It was removed <Time at={removedOn} />.
        </p>
      )}
      <ol className={styles.list}>
        {contents.map((content) => (
          <OnChannel key={content.channel} content={content} />
        ))}
      </ol>
    </Section>
  );
}

interface ShownProps {
  readonly shown: Contents | null;
  readonly isBusy: boolean;
  readonly ask: () => Promise<void>;
  readonly hide: () => void;
}

function Shown({ shown, isBusy, ask, hide }: ShownProps) {
  if (shown !== null) {
    return (
      <Button size="small" onClick={hide}>
        Hide what it says
      </Button>
    );
  }
  return (
    <Button size="small" icon="eye" needs="full" isBusy={isBusy} onClick={() => void ask()}>
      Show what it says
    </Button>
  );
}

function OnChannel({ content: { channel, sender, content, ...rest } }: { readonly content: Content }) {
  return (
    <li className={styles.channel}>
      <p className={styles.kind}>
        <Badge>{channelName(channel)}</Badge> {contentName(rest.type)}
        <span className={styles.quiet}>{lengthOf(rest)}</span>
        {sender !== null && <span className={styles.quiet}>from {sender}</span>}
      </p>
      {content && <Parts parts={partsOf(content)} isSpoken={rest.type === 'voice_prompt'} />}
    </li>
  );
}

function Parts({ parts, isSpoken }: { readonly parts: ContentParts; readonly isSpoken: boolean }) {
  const { text, media, cards, buttons } = parts;
  return (
    <div className={styles.parts}>
      {text !== '' && <p className={styles.text}>{text}</p>}
      {isSpoken && text === '' && <p className={styles.quiet}>The words of its language, with the code.</p>}
      {media !== '' && <Media address={media} />}
      {cards.length > 0 && (
        <div className={styles.cards}>
          {cards.map((card) => (
            <CardParts key={card.n} card={card} />
          ))}
        </div>
      )}
      <Buttons buttons={buttons} />
    </div>
  );
}

function CardParts({ card: { title, description, media, buttons } }: { readonly card: Card }) {
  return (
    <div className={styles.card}>
      {media !== '' && <Media address={media} />}
      {title !== '' && <p className={styles.title}>{title}</p>}
      {description !== '' && <p className={styles.text}>{description}</p>}
      <Buttons buttons={buttons} />
    </div>
  );
}

/** Rule 2. */
function Media({ address }: { readonly address: string }) {
  const host = hostOf(address);
  return (
    <p className={styles.media}>
      {host === null ? (
        address
      ) : (
        <a href={address} target="_blank" rel="noreferrer noopener">
          Picture or file at {host}, in a new tab
        </a>
      )}
    </p>
  );
}

function Buttons({ buttons }: { readonly buttons: Card['buttons'] }) {
  if (buttons.length === 0) return null;
  return (
    <ul className={styles.buttons} aria-label="Buttons">
      {buttons.map(({ text, does }) => (
        <li key={`${text} ${does}`}>
          <span className={styles.button}>{text}</span> <span className={styles.quiet}>{does}</span>
        </li>
      ))}
    </ul>
  );
}
