/**
 * Makes what deletes data: retention, the removal of texts of codes, and erasures of numbers.
 */
import type { Carrier } from '../carriers/carrier.ts';
import type { Config } from '../config/config.ts';
import type { Context } from '../context.ts';
import { CodeTexts } from '../engine/data/code-texts.ts';
import { Erasures } from '../engine/data/erasures.ts';
import { Retention } from '../engine/data/retention.ts';
import { formsOf } from '../lib/phone-number.ts';
import type { Service } from '../lib/service.ts';
import type { Database } from '../store/database.ts';
import type { AliasOf } from '../store/secrets/number-aliases.ts';
import type { Lanes } from '../store/sql/lanes.ts';

export interface DataCare extends Service {
  readonly erasures: Erasures;
}

export interface DataCareOptions {
  readonly db: Database;
  readonly lanes: Lanes;
  readonly aliasOf: AliasOf;
  readonly carriers: readonly Carrier[];
  readonly peopleKey: Buffer;
}

export function createDataCare(
  context: Context,
  { retention: kept }: Pick<Config, 'retention'>,
  { db, lanes, aliasOf, carriers, peopleKey }: DataCareOptions,
): DataCare {
  // Read anew in each round: a reload may change them.
  const retention = new Retention({
    context,
    db,
    lanes,
    get days() {
      return { texts: kept.textsDays, records: kept.messagesDays, inboundTexts: kept.inboundTextsDays };
    },
    get audit() {
      return { days: kept.auditDays, key: peopleKey };
    },
  });
  const codeTexts = new CodeTexts({ context, db, lanes });
  const writtenForms = (number: string) => [
    ...new Set([...formsOf(number), ...carriers.flatMap((carrier) => carrier.writtenForms?.(number) ?? [])]),
  ];
  const erasures = new Erasures({ context, db, lanes, aliasOf, writtenForms });
  return {
    name: 'data care',
    erasures,
    async start() {
      await retention.start();
      await codeTexts.start();
      await erasures.start();
    },
    async stop() {
      await Promise.all([retention.stop(), codeTexts.stop(), erasures.stop()]);
    },
  };
}
