import type { AsyncCommand } from 'fast-check'
import type { Stage } from '../../stage.ts'
import type { ProjectModel } from '../model.ts'

/** A step of a session: whether it makes sense now, and what it does to model and project. */
export type ModelCommand = AsyncCommand<ProjectModel, Stage>

/** Declares a command; `told` is how a counterexample shows it. */
export function command(
  told: string,
  run: (model: ProjectModel, stage: Stage) => Promise<void>,
  possible: (model: ProjectModel) => boolean = () => true,
): ModelCommand {
  return { check: possible, run, toString: () => told }
}
