import type { AnyLaw } from '../kit/check.ts'
import { archivedProject } from './archived.ts'
import * as auth from './auth.ts'
import { changedUpdate } from './changed-update.ts'
import * as conditional from './conditional.ts'
import * as encoding from './encoding.ts'
import * as errors from './errors.ts'
import * as filters from './filters.ts'
import { foreignIds } from './foreign-ids.ts'
import { foreignParams } from './foreign-params.ts'
import { hiddenNames, hiddenRecords } from './hidden.ts'
import * as hostile from './hostile.ts'
import * as idempotence from './idempotence.ts'
import { idle } from './idle.ts'
import { ownLinksLead } from './links.ts'
import { listedRows } from './listed.ts'
import * as maintenance from './maintenance.ts'
import { documentedOrder } from './order.ts'
import * as paging from './paging.ts'
import { pathNumbers } from './path-numbers.ts'
import * as protocol from './protocol.ts'
import * as records from './records.ts'
import { elsewhere, growingReads, growingWrites, rightsLaws } from './rights.ts'
import { roundTrip } from './round-trip.ts'
import * as shape from './shape.ts'
import { instants } from './times.ts'
import * as validation from './validation.ts'

/** What holds for every operation. The registry is the exports themselves. */
export const laws: readonly AnyLaw[] = [
  ...Object.values(shape),
  ...Object.values(auth),
  ...rightsLaws,
  elsewhere,
  growingReads,
  growingWrites,
  archivedProject,
  ...Object.values(validation),
  ...Object.values(errors),
  foreignIds,
  foreignParams,
  hiddenNames,
  hiddenRecords,
  listedRows,
  pathNumbers,
  ...Object.values(protocol),
  ...Object.values(paging),
  documentedOrder,
  ...Object.values(idempotence),
  ownLinksLead,
  ...Object.values(conditional),
  ...Object.values(maintenance),
  ...Object.values(encoding),
  ...Object.values(hostile),
  ...Object.values(records),
  changedUpdate,
  idle,
  roundTrip,
  ...Object.values(filters),
  instants,
]
