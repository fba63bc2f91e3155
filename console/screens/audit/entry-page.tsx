/**
 * One entry: who did what, what it was to change, how it ended, and where it stands in the chain.
 */
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { api, type Schema, take } from '../../api/client.ts';
import { Code } from '../../ui/copy.tsx';
import { Facts } from '../../ui/facts.tsx';
import { Failure } from '../../ui/failure.tsx';
import { Link } from '../../ui/link.tsx';
import { Page, Section } from '../../ui/page.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Time } from '../../ui/time.tsx';
import { lengthText } from '../../ui/time-text.ts';
import styles from './audit.module.css';
import { Outcome } from './outcome.tsx';
import { actionText, actorText, nameText, subjectOf } from './words.ts';

type Shown = Schema<'PeopleAuditShown'>;
type Fact = readonly [string, ReactNode];

export function EntryPage() {
  const { seq = '' } = useParams({ strict: false }) as { seq?: string };
  const { data, error, isPending, refetch } = useQuery({
    queryKey: ['audit', 'entry', seq],
    queryFn: () => take(api.GET('/operator/v1/audit/{seq}', { params: { path: { seq: Number(seq) } } })),
  });
  return (
    <Page
      title={data ? actionText(data.entry) : 'Entry'}
      aside={data && <Outcome done={data} />}
      lead={<Link to="/audit">The whole log</Link>}
    >
      {isPending && <Skeleton lines={8} label="Loading the entry" />}
      {error && <Failure what="The entry could not be loaded." error={error} onRetry={() => void refetch()} />}
      {data && <Known shown={data} />}
    </Page>
  );
}

function Known({ shown }: { readonly shown: Shown }) {
  const { entry, end, before, after } = shown;
  const { changed, ...target } = entry.target;
  const names = Object.entries(target).filter(([, value]) => value !== entry.account);
  const fields = changed === undefined ? [] : changed.split(', ');
  return (
    <>
      <Facts facts={[...whoFacts(entry), ...names.map(factOf), ...endFacts(shown)]} />
      {fields.length > 0 && (
        <Section title="What it was to change">
          <ul className={styles.changed} aria-label="Fields">
            {fields.map((field) => (
              <li key={field}>
                <code>{field}</code>
              </li>
            ))}
          </ul>
          <p className={styles.muted}>Names alone are written down, not what they were or became.</p>
        </Section>
      )}
      <Section title="In the chain">
        <Facts
          facts={[
            ['Place', entry.seq],
            ['Hash', <Code key="hash" value={entry.hash} what="the hash" />],
            [
              'Hash before',
              entry.previous === '' ? 'none' : <Code key="previous" value={entry.previous} what="the hash before" />,
            ],
            ...(end === null ? [] : [['Its end', entryLink(end.seq)] as const]),
            ...(entry.of === null ? [] : [['Is the end of', entryLink(entry.of)] as const]),
          ]}
        />
        <nav className={styles.neighbours} aria-label="Neighbours">
          {before !== null && <Link to={`/audit/${before}`}>The entry before</Link>}
          {after !== null && <Link to={`/audit/${after}`}>The entry after</Link>}
        </nav>
      </Section>
    </>
  );
}

function entryLink(seq: number): ReactNode {
  return <Link to={`/audit/${seq}`}>{`Entry ${seq}`}</Link>;
}

function whoFacts(entry: Shown['entry']): Fact[] {
  const { actor, action, at, address, session, token, account } = entry;
  const subject = subjectOf(entry);
  return [
    [
      'Who',
      <Link key="who" to="/audit" search={{ actor }}>
        {actorText(actor)}
      </Link>,
    ],
    ['When', <Time key="when" at={at} />],
    [
      'As the API has it',
      <Link key="action" to="/audit" search={{ action }}>
        <code>{action}</code>
      </Link>,
    ],
    ...(subject === null
      ? []
      : [
          [
            'About',
            <Link key="about" to={subject.path}>
              {subject.words}
            </Link>,
          ] as const,
        ]),
    ...(account === null
      ? []
      : [
          [
            'Account',
            <Link key="account" to="/audit" search={{ account }}>
              <code>{account}</code>
            </Link>,
          ] as const,
        ]),
    ['From', address === null ? '–' : namedBy(address)],
    ...(session === null ? [] : [['Session', namedBy(session)] as const]),
    ...(token === null ? [] : [['Personal token', namedBy(token)] as const]),
  ];
}

/** Leads to all that has the same. */
function namedBy(value: string): ReactNode {
  return (
    <Link to="/audit" search={{ names: value }}>
      <code>{value}</code>
    </Link>
  );
}

function factOf([name, value]: readonly [string, string]): Fact {
  return [nameText(name), namedBy(value)];
}

function endFacts({ entry, end }: Shown): Fact[] {
  if (end === null) return [];
  const made = Object.entries(end.target).filter(([name]) => entry.target[name] === undefined);
  return [
    ['Answered', `${end.status ?? '–'}, after ${lengthText(Math.max(0, Date.parse(end.at) - Date.parse(entry.at)))}`],
    ...made.map(([name, value]) => factOf([`made ${nameText(name).toLowerCase()}`, value])),
  ];
}
