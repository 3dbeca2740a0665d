import type { ChangeId } from '../../sim/contract.ts'
import type { Refusal } from './texts.ts'

export type MemberRole = 'guest' | 'reporter' | 'developer' | 'maintainer' | 'owner'

/** What a table says until a release changes it. */
export interface Changing<R> {
  readonly later?: { readonly change: ChangeId; readonly right: R }
}

/** Who may call an operation on a project (conventions#roles). */
export interface Right extends Changing<Right> {
  /** The least role of a member. */
  readonly member: MemberRole
  /** Who else may where the project is open to them. */
  readonly others: 'nobody' | 'signed-in' | 'anyone'
  /** The answer to a caller who sees the record but lacks the right. */
  readonly lacking: Refusal
  /** The least role that sees the record in a private project; below it the answer is `unseen`. */
  readonly seenBy?: MemberRole
  readonly unseen?: Refusal
  /** The same role is needed in the group of the project. */
  readonly inGroup?: true
  /** Where nobody in particular is looked at like a stranger, instead of being asked to sign in (difference S31). */
  readonly strangers?: 'always' | 'in real'
  /** Parameters are looked at before anything else. */
  readonly validates?: 'first'
  /** Nobody in particular is asked for credentials where the project is not open. */
  readonly challenges?: true
  /** Roles that the real service answers in another way (difference S21). */
  readonly inReal?: { readonly [role in MemberRole]?: Refusal }
  /** Anonymous callers are let in by the real service only (difference F3). */
  readonly f3?: true
  /** Whoever made the record may read it in the real service (difference S21). */
  readonly ownInReal?: true
  /** It is for those who can propose changes, which nobody can to an archived project. */
  readonly proposes?: true
  /** Below Reporters it depends on whether the project shows its jobs to all (pipelines#public-jobs). */
  readonly publicJobs?: true
  /** Only whoever made the record finds it; to others who may it is missing. */
  readonly ofMaker?: string
  /** The rows that say so beside the table of roles, written like the source of a check. */
  readonly source?: string
}
