/**
 * Numbers that are kept out of masking sessions. The list has no number in full, so whoever lifts a block types its number.
 */
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api, type Schema, take } from '../../api/client.ts';
import { digitsOf } from '../../app/asked.ts';
import { useLivePages } from '../../app/live-pages.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog, DialogActions } from '../../ui/dialog.tsx';
import { Empty } from '../../ui/empty.tsx';
import { FailureNotice } from '../../ui/failure.tsx';
import { Field } from '../../ui/field.tsx';
import { Filters, useFilters } from '../../ui/filters.tsx';
import { Form, textOf } from '../../ui/form.tsx';
import { LivePages } from '../../ui/live-pages.tsx';
import { type Column, Table } from '../../ui/table.tsx';
import { Time } from '../../ui/time.tsx';
import { useToast } from '../../ui/toasts.tsx';
import { BLOCK_FIELDS, numberQueryOf } from './fields.ts';
import styles from './masking.module.css';

type Block = Schema<'OperatorMaskingBlockList'>['masking_blocks'][number];

/** A block that is being made, or one that is being lifted. */
type Order = { readonly kind: 'add' } | { readonly kind: 'lift'; readonly block: Block };

export function Blocks() {
  const filters = useFilters(BLOCK_FIELDS);
  const [order, setOrder] = useState<Order | null>(null);
  const query = numberQueryOf<{ number?: string; customer_id?: string }>(filters.values);
  const list = useLivePages<Block>({
    key: ['masking-blocks', query],
    topics: [],
    idOf: ({ number, customer_id: id, created_on: at }) => `${number} ${id} ${at}`,
    fetchPage: async (after) => {
      const { masking_blocks: blocks, next } = await take(
        api.GET('/operator/v1/masking-blocks', { params: { query: { ...query, after } } }),
      );
      return { rows: blocks, next };
    },
  });
  return (
    <div className={styles.part}>
      <Filters fields={BLOCK_FIELDS} filters={filters} />
      <div className={styles.actions}>
        <Button icon="plus" needs="operate" onClick={() => setOrder({ kind: 'add' })}>
          Block a number
        </Button>
      </div>
      <LivePages list={list} what="blocks" nothing={<Nothing isFiltered={Object.keys(filters.values).length > 0} />}>
        {(rows) => (
          <Table
            label="Blocks"
            columns={columnsOf((block) => setOrder({ kind: 'lift', block }))}
            rows={rows}
            keyOf={({ number, customer_id: id, created_on: at }) => `${number} ${id} ${at}`}
            isOld={list.isOld}
          />
        )}
      </LivePages>
      {order && <OrderDialog order={order} onClose={() => setOrder(null)} />}
    </div>
  );
}

function OrderDialog({ order, onClose }: { readonly order: Order; readonly onClose: () => void }) {
  const client = useQueryClient();
  const say = useToast();
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  const isLift = order.kind === 'lift';
  const give = async (fields: FormData) => {
    setBusy(true);
    setFailure(null);
    const typed = textOf(fields, 'number');
    const account = isLift ? (order.block.customer_id ?? '') : textOf(fields, 'customer_id');
    const params = {
      path: { number: digitsOf(typed) ?? typed },
      query: account === '' ? {} : { customer_id: account },
    };
    try {
      if (isLift) await take(api.DELETE('/operator/v1/masking-blocks/{number}', { params }));
      else await take(api.PUT('/operator/v1/masking-blocks/{number}', { params }));
      say(isLift ? 'The block is lifted.' : 'The number is kept out.');
      void client.invalidateQueries({ queryKey: ['masking-blocks'] });
      onClose();
    } catch (error) {
      setFailure(error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Dialog title={isLift ? 'Lift a block' : 'Block a number'} isOpen onOpenChange={onClose}>
      <Form label={isLift ? 'Lift a block' : 'Block a number'} onSubmit={(fields) => void give(fields)}>
        {isLift ? (
          <p>
            {`The block of ${order.block.number} ${order.block.customer_id === null ? 'for every account' : `for ${order.block.customer_id}`} goes.`}
          </p>
        ) : (
          <p>No session is opened with it, and in those that are open nothing is relayed any more.</p>
        )}
        <Field
          label="Number"
          name="number"
          inputMode="tel"
          autoComplete="off"
          required
          placeholder="+49 151 …"
          hint={isLift ? 'In full: it is not shown here.' : undefined}
        />
        {!isLift && <Field label="Account" name="customer_id" autoComplete="off" hint="Empty: for every account." />}
        {failure !== null && <FailureNotice what="It was not done." error={failure} />}
        <DialogActions>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" kind={isLift ? 'danger' : 'primary'} needs="operate" isBusy={isBusy}>
            {isLift ? 'Lift the block' : 'Block the number'}
          </Button>
        </DialogActions>
      </Form>
    </Dialog>
  );
}

function columnsOf(lift: (block: Block) => void): ReadonlyArray<Column<Block>> {
  return [
    { id: 'number', head: 'Number', cell: ({ number }) => <code>{number}</code> },
    { id: 'account', head: 'For', cell: ({ customer_id: id }) => id ?? 'every account' },
    { id: 'since', head: 'Since', isWide: true, cell: ({ created_on: at }) => <Time at={at} /> },
    {
      id: 'lift',
      head: 'Order',
      cell: (block) => (
        <Button size="small" kind="quiet" needs="operate" onClick={() => lift(block)}>
          Lift
        </Button>
      ),
    },
  ];
}

function Nothing({ isFiltered }: { readonly isFiltered: boolean }) {
  return isFiltered ? (
    <Empty title="No block fits">A number is compared in full.</Empty>
  ) : (
    <Empty title="No number is kept out">Whoever must not be reached through sessions is blocked here.</Empty>
  );
}
