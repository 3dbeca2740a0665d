import { asMapping, CiConfigError, type Mapping, textList } from './yaml.ts'

const MOST = 200

/** One of the jobs that `parallel` makes of a job. */
export interface ParallelJob {
  readonly name: string
  readonly variables: ReadonlyMap<string, string>
}

/** The jobs that `parallel` makes of one: numbered ones, or one for each combination of values. */
export function parallelJobs(name: string, parallel: unknown): readonly ParallelJob[] {
  if (parallel === undefined) return [{ name, variables: new Map() }]
  if (typeof parallel === 'number') {
    if (!Number.isInteger(parallel) || parallel < 1 || parallel > MOST)
      throw new CiConfigError(`jobs:${name}:parallel should be between 1 and ${MOST}`)
    return Array.from({ length: parallel }, (_, i) => ({
      name: `${name} ${i + 1}/${parallel}`,
      variables: new Map([
        ['CI_NODE_INDEX', String(i + 1)],
        ['CI_NODE_TOTAL', String(parallel)],
      ]),
    }))
  }
  const matrix = asMapping(parallel).get('matrix')
  if (!Array.isArray(matrix))
    throw new CiConfigError(`jobs:${name}:parallel should be an integer or a hash with a matrix`)
  const combinations = matrix.flatMap((row) => combined(asMapping(row)))
  if (combinations.length > MOST)
    throw new CiConfigError(`jobs:${name}:parallel:matrix generates too many jobs (maximum is ${MOST})`)
  return combinations.map((variables) => ({
    name: `${name}: [${[...variables.values()].join(', ')}]`,
    variables,
  }))
}

function combined(row: Mapping): Map<string, string>[] {
  let all: Map<string, string>[] = [new Map()]
  for (const [key, values] of row) {
    const listed = textList(values)
    if (all.length * listed.length > MOST * 10) throw new CiConfigError('Invalid configuration format')
    all = all.flatMap((before) => listed.map((value) => new Map([...before, [String(key), value]])))
  }
  return all
}
