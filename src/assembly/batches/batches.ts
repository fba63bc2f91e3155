/**
 * Makes the service of batches: what makes their messages as an operation would, on the engine.
 */
import type { Carrier } from '../../carriers/carrier.ts';
import type { Context } from '../../context.ts';
import type { AccountDirectory } from '../../engine/accounts/account-directory.ts';
import { type Batches, createBatches } from '../../engine/batches/batches.ts';
import type { CapabilityChecks } from '../../engine/capability/capability.ts';
import type { Engine } from '../../engine/engine.ts';
import type { Admission } from '../../operations/admission.ts';
import { createMakeMessages } from '../../operations/batch/make.ts';
import { noteWriter } from '../../store/accounts/sender-names.ts';
import { fewestParts } from '../carriers.ts';
import type { OpenStore } from '../store.ts';

export interface AssembledBatchesOptions extends Pick<OpenStore, 'db' | 'lanes'> {
  readonly engine: Engine;
  readonly directory: Pick<AccountDirectory, 'find'>;
  readonly admission: Pick<Admission, 'admit'>;
  readonly capability: Pick<CapabilityChecks, 'markSkipped'>;
  readonly carriers: readonly Carrier[];
}

export function assembleBatches(context: Context, options: AssembledBatchesOptions): Batches {
  const { db, lanes, engine, carriers, capability } = options;
  return createBatches({
    context,
    db,
    lanes,
    make: createMakeMessages({
      ...options,
      context,
      markSkipped: capability.markSkipped,
      countSmsParts: (text) => fewestParts(carriers, text),
      noteWriter: (writer, at) => noteWriter(db, writer, at),
    }),
    createFrom: engine.createFrom,
    cancel: engine.cancel,
    letGo: engine.letGo,
    isBehind: engine.isBehind,
    timesGiven: engine.timesGiven,
  });
}
