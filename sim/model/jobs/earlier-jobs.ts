import { type CiJob, countedStatus, type PipelineStatus } from '../pipelines/ci.ts'
import { statusOfFound, statusOfNeeds } from '../pipelines/pipeline-status.ts'

/** The jobs of a pipeline as those see them that wait for others. */
export class EarlierJobs {
  readonly #jobs: Map<number, CiJob>
  readonly #stages = new Map<number, PipelineStatus>()
  #byName: Map<string, number[]> | undefined

  constructor(jobs: readonly CiJob[]) {
    this.#jobs = new Map(jobs.map((job) => [job.id, job]))
  }

  /** Takes note of a job that has changed. */
  update(job: CiJob): void {
    this.#jobs.set(job.id, job)
    this.#stages.clear()
  }

  /** The status of the jobs that a job waits for; undefined while one of those that it needs may still run. */
  statusBefore({ needs, stageIndex = 0 }: CiJob): PipelineStatus | undefined {
    if (needs === undefined) return this.#statusBeforeStage(stageIndex)
    const ids = [...new Set(needs)].flatMap((name) => this.#named().get(name) ?? [])
    const needed = ids.map((id) => this.#jobs.get(id) as CiJob)
    return needed.length === 0 ? 'success' : statusOfNeeds(needed)
  }

  // Jobs are looked at once for all stages: there may be as many of the one as of the other.
  #statusBeforeStage(index: number): PipelineStatus {
    if (this.#stages.size === 0) this.#lookAtStages()
    return this.#stages.get(index) ?? 'success'
  }

  #lookAtStages(): void {
    const found = new Set<PipelineStatus>()
    const ordered = [...this.#jobs.values()].sort((a, b) => (a.stageIndex ?? 0) - (b.stageIndex ?? 0))
    for (const job of ordered) {
      const { stageIndex = 0 } = job
      if (!this.#stages.has(stageIndex))
        this.#stages.set(stageIndex, found.size === 0 ? 'success' : statusOfFound(found))
      found.add(countedStatus(job))
    }
  }

  #named(): ReadonlyMap<string, readonly number[]> {
    if (this.#byName !== undefined) return this.#byName
    const found = new Map<string, number[]>()
    for (const { name, id } of this.#jobs.values()) {
      const same = found.get(name)
      if (same === undefined) found.set(name, [id])
      else same.push(id)
    }
    this.#byName = found
    return found
  }
}
