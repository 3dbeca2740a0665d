import type { Launched } from '../launch.ts'

/** What a run of the command is accompanied by. */
export interface Company {
  /** Called before the command begins. */
  begin(launched: Launched): void
  /** Called with its exit status, before the simulator is gone. Returns the exit status. */
  end(launched: Launched, status: number): Promise<number>
}
