import { Recent } from '../../lib/recent/recent.ts'
import type { Steps } from '../../lib/steps.ts'
import type { Variables } from './ci-config/expression.ts'
import { type ConfigContext, type Occasion, type PipelinePlan, planPipeline } from './ci-config.ts'

/** The context of a configuration that is read for a pipeline. */
export type PlanContext = Required<ConfigContext>

/** Bytes of questions and of plans that are kept. */
const MOST_ASKED = 1024 * 1024
const MOST_PLANNED = 8 * 1024 * 1024
/** What was asked for when pipelines of a kind were planned: variables, or `REF`. */
const questions = new Recent<string, Set<string>>(MOST_ASKED)
/** Plans by their kind and the answers to its questions. */
const plans = new Recent<string, PipelinePlan>(MOST_PLANNED)
/** The name of the branch or tag; no variable is called so. */
const REF = '$'

/**
 * The plan by the file with this id, which is made once for all pipelines of which the same is true: what it follows from
 * is what was asked for while it was made. What other files or changed paths decide is planned each time. Throws
 * CiConfigError.
 */
export function* planOnce(blob: string, read: () => string, context: PlanContext): Steps<PipelinePlan> {
  const { bounds, occasion, given } = context
  const { refType, source } = occasion
  const kind = `${blob} ${bounds.bytes} ${bounds.depth} ${refType} ${source} ${given.size}`
  const asked = questions.get(kind)
  const known = asked && plans.get(keyOf(kind, asked, context))
  if (known !== undefined) return known
  const names = asked ?? new Set()
  const noted = noting(context, names)
  const yaml = read()
  const plan = yield* planPipeline(yaml, noted.context)
  if (noted.isAll() && (asked !== undefined || questions.add(kind, names, kind.length + yaml.length))) {
    const key = keyOf(kind, names, context)
    plans.add(key, plan, key.length + weightOf(plan))
  }
  return plan
}

function keyOf(kind: string, names: ReadonlySet<string>, { occasion, given }: PlanContext): string {
  if (names.size === 0) return kind
  const answers = Array.from(names, (name) =>
    name === REF
      ? spelled(occasion.ref())
      : `${spelled(given.get(name))} ${spelled(occasion.variables.get(name))}`,
  )
  return `${kind} ${answers.join(' ')}`
}

// No two answers are spelled alike: a text tells its length.
function spelled(value: string | undefined): string {
  return value === undefined ? '-' : `${value.length}:${value}`
}

/** The same context, which notes what is asked for; not all can be noted. */
function noting(
  { files, occasion, given, bounds }: PlanContext,
  names: Set<string>,
): { readonly context: PlanContext; readonly isAll: () => boolean } {
  let isAll = true
  const beyond =
    <Asked extends readonly unknown[], Told>(ask: (...asked: Asked) => Told) =>
    (...asked: Asked): Told => {
      isAll = false
      return ask(...asked)
    }
  const variables = (from: Variables): Variables => ({
    get: (name) => {
      names.add(name)
      return from.get(name)
    },
    keys: beyond(() => from.keys()),
  })
  const { refType, source, ref } = occasion
  const seen: Occasion = {
    refType,
    source,
    ref: () => {
      names.add(REF)
      return ref()
    },
    variables: variables(occasion.variables),
    changed: beyond(() => occasion.changed()),
    paths: beyond(() => occasion.paths()),
  }
  const read = {
    local: beyond(files.local),
    paths: beyond(files.paths),
    foreign: beyond(files.foreign),
  }
  return {
    context: { files: read, occasion: seen, given: { ...variables(given), size: given.size }, bounds },
    isAll: () => isAll,
  }
}

/** Bytes of a value, about. */
function weightOf(value: unknown): number {
  if (typeof value === 'string') return 16 + 2 * value.length
  if (typeof value !== 'object' || value === null) return 8
  const inner = value instanceof Map ? [...value.values()] : Object.values(value)
  return inner.reduce<number>((sum, one) => sum + weightOf(one), 32)
}
