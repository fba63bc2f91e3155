/**
 * One look-up: what was asked, and where each answer came from. What was answered may hold a name and an address: it is
 * shown to who asks for it, which the gateway records.
 */
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { api, type Schema, take } from '../../api/client.ts';
import { Badge } from '../../ui/badge.tsx';
import { Code } from '../../ui/copy.tsx';
import { Empty } from '../../ui/empty.tsx';
import { Facts } from '../../ui/facts.tsx';
import { Failure } from '../../ui/failure.tsx';
import { Link } from '../../ui/link.tsx';
import { Page, Section } from '../../ui/page.tsx';
import { Secret } from '../../ui/secret.tsx';
import { ShowAll } from '../../ui/show-all.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { type Column, Table } from '../../ui/table.tsx';
import { Time } from '../../ui/time.tsx';
import { lengthText } from '../../ui/time-text.ts';
import { useShown } from '../../ui/use-shown.ts';
import styles from './identity.module.css';
import { StatusOf } from './look-ups.tsx';
import { addOnText, codeOf, costText } from './words.ts';

type LookUp = Schema<'OperatorLookUp'>;
type AddOn = LookUp['add_ons'][number];

function ask(reference: string, full: boolean): Promise<LookUp> {
  const params = { path: { reference_id: reference }, query: full ? { full } : {} };
  return take(api.GET('/operator/v1/look-ups/{reference_id}', { params }));
}

export function LookUpPage() {
  const { reference = '' } = useParams({ strict: false }) as { reference?: string };
  // It does not change any more.
  const { data, error, isPending, refetch } = useQuery({
    queryKey: ['look_ups', reference],
    queryFn: () => ask(reference, false),
  });
  return (
    <Page
      title="Look-up"
      aside={data && <StatusOf status={data.status} />}
      lead={<Link to="/identity">All look-ups</Link>}
    >
      {isPending && <Skeleton lines={6} label="Loading the look-up" />}
      {error && <Failure what="The look-up could not be loaded." error={error} onRetry={() => void refetch()} />}
      {data && <Known lookUp={data} />}
      {data && <AddOns lookUp={data} />}
      {data && <Answer reference={data.reference_id} />}
    </Page>
  );
}

function Known({ lookUp }: { readonly lookUp: LookUp }) {
  const { reference_id: reference, customer_id: account } = lookUp;
  const cost = lookUp.add_ons.reduce((sum, each) => sum + (each.cost ?? 0), 0);
  return (
    <Facts
      facts={[
        ['Reference', <Code key="reference" value={reference} what="the reference" />],
        [
          'Number',
          <Secret
            key="number"
            masked={lookUp.number}
            what="number"
            show={async () => (await ask(reference, true)).number}
          />,
        ],
        [
          'Account',
          <Link key="account" to={`/accounts/${account}`}>
            <code>{account}</code>
          </Link>,
        ],
        ['External id', lookUp.external_id ?? '–'],
        ['Asked', <Time key="asked" at={lookUp.created_on} />],
        ['Cost', costText(cost)],
      ]}
    />
  );
}

function AddOns({ lookUp: { add_ons: addOns } }: { readonly lookUp: LookUp }) {
  return (
    <Section title="Where the answers came from">
      {addOns.length === 0 ? (
        <Empty title="No source was asked">What numbering plans know needs none.</Empty>
      ) : (
        <Table label="Add-ons" columns={COLUMNS} rows={addOns} keyOf={({ add_on: key }) => key} />
      )}
    </Section>
  );
}

const COLUMNS: ReadonlyArray<Column<AddOn>> = [
  { id: 'addon', head: 'Add-on', cell: ({ add_on: key }) => addOnText(key) },
  { id: 'code', head: 'Outcome', cell: ({ code }) => <CodeBadge code={code} /> },
  { id: 'source', head: 'Source', cell: ({ source }) => source ?? 'none asked' },
  {
    id: 'tried',
    head: 'Tried before',
    isWide: true,
    cell: ({ tried }) => tried.map(({ source, said }) => `${source}: ${said}`).join(', '),
  },
  { id: 'age', head: 'Age', isNumber: true, cell: ({ age_ms: age }) => (age === null ? '–' : ageText(age)) },
  { id: 'took', head: 'Took', isNumber: true, cell: ({ took_ms: took }) => lengthText(took) },
  { id: 'cost', head: 'Cost', isNumber: true, cell: ({ cost }) => costText(cost ?? 0) },
];

function ageText(ms: number): string {
  return ms === 0 ? 'fresh' : lengthText(ms);
}

export function CodeBadge({ code }: Pick<AddOn, 'code'>) {
  const { words, tone } = codeOf(code);
  return <Badge tone={tone}>{`${words} ${code}`}</Badge>;
}

function Answer({ reference }: { readonly reference: string }) {
  const answer = useShown(async () => ({ given: (await ask(reference, true)).answer }));
  return (
    <Section title="What was answered" actions={<ShowAll shown={answer} what="answer" />}>
      {answer.value === null ? (
        <p className={styles.muted}>It may hold a name and an address. Who looks at it is recorded.</p>
      ) : (
        <section aria-label="The answer">
          <pre className={styles.json}>{JSON.stringify(answer.value.given, null, 2)}</pre>
        </section>
      )}
    </Section>
  );
}
