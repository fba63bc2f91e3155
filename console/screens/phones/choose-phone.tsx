/**
 * Chooses a phone by what it is to do: the last three digits of a number are its story, in the words of the gateway.
 */
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Failure } from '../../ui/failure.tsx';
import { Field } from '../../ui/field.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import styles from './choose-phone.module.css';
import type { Story } from './handset.ts';
import { NUMBER_START } from './sending/samples.ts';
import { ABOUT, storiesLike } from './story-words.ts';
import { useStories } from './use-handsets.ts';

export function ChoosePhone() {
  const [isOpen, setOpen] = useState(false);
  const navigate = useNavigate();
  const choose = (number: string) => {
    setOpen(false);
    void navigate({ to: `/phones/${number}` });
  };
  return (
    <>
      <Button icon="phone" onClick={() => setOpen(true)}>
        Choose a phone
      </Button>
      <Dialog title="Choose a phone" isOpen={isOpen} onOpenChange={setOpen}>
        <Choices onChoose={choose} />
      </Dialog>
    </>
  );
}

function Choices({ onChoose }: { readonly onChoose: (number: string) => void }) {
  const [start, setStart] = useState(NUMBER_START);
  const [asked, setAsked] = useState('');
  const stories = useStories();
  const isNumber = /^\d{8,15}$/.test(asked.replace(/[\s+]/g, ''));
  const problem = /^[1-9]\d{5,11}$/.test(start) ? null : '6 to 12 digits are allowed, without +.';
  return (
    <div className={styles.choices}>
      <div className={styles.fields}>
        <Field
          label="What it does, or a whole number"
          value={asked}
          onChange={(event) => setAsked(event.target.value)}
          placeholder="declines, read, 4915112345678"
          autoComplete="off"
        />
        <Field
          label="Number before it"
          value={start}
          inputMode="numeric"
          problem={problem}
          onChange={(event) => setStart(event.target.value)}
        />
      </div>
      {isNumber && (
        <Button kind="primary" onClick={() => onChoose(asked.replace(/[\s+]/g, ''))}>
          Open this number
        </Button>
      )}
      {stories.isPending && <Skeleton lines={6} label="Loading the stories" />}
      {stories.error && (
        <Failure what="The stories could not be loaded." error={stories.error} onRetry={() => void stories.refetch()} />
      )}
      {stories.data && !isNumber && (
        <>
          <p className={styles.otherwise}>
            Every other number: {stories.data.otherwise}{' '}
            <button type="button" className={styles.plain} onClick={() => problem === null && onChoose(`${start}678`)}>
              Open {start}678
            </button>
          </p>
          <StoryList
            stories={storiesLike(stories.data.stories, asked)}
            onChoose={(ending) => problem === null && onChoose(`${start}${ending}`)}
          />
        </>
      )}
    </div>
  );
}

interface StoryListProps {
  readonly stories: readonly Story[];
  readonly onChoose: (ending: string) => void;
}

function StoryList({ stories, onChoose }: StoryListProps) {
  if (stories.length === 0) return <p>No story is like that.</p>;
  const groups = ABOUT.map((group) => ({ ...group, those: stories.filter(({ about }) => about === group.about) }));
  return groups.map(
    ({ about, label, those }) =>
      those.length > 0 && (
        <section key={about} className={styles.group}>
          <h3>{label}</h3>
          <ul>
            {those.map(({ ending, says }) => (
              <li key={ending}>
                <button type="button" className={styles.story} onClick={() => onChoose(ending)}>
                  <strong>{ending}</strong>
                  <span>{says}</span>
                </button>
              </li>
            ))}
          </ul>
        </section>
      ),
  );
}
