import type { Row } from '../kit/json.ts'
import type { Mutant } from './mutant.ts'
import { calls, rowsChanged, withParams } from './wire.ts'

const BOARDS = '/projects/:id/boards'

/** Faults in boards. */
export const boardsMutants: readonly Mutant[] = [
  rowsChanged(
    'board-project-without-address',
    'A board shows its project without its address',
    'boards/create-update-delete',
    [`POST ${BOARDS}`, `GET ${BOARDS}/:board_id`, `PUT ${BOARDS}/:board_id`],
    (row) => {
      const { web_url: _, ...project } = row.project as Row
      return { ...row, project }
    },
  ),
  {
    name: 'board-lists-moved-too-far',
    says: 'A board list is moved one position too far',
    caughtBy: 'boards/list-positions',
    fault: (request, next) =>
      next(
        calls(request, `PUT ${BOARDS}/:board_id/lists/:list_id`)
          ? withParams(request, (params) => ({ ...params, position: Number(params.position) + 1 }))
          : request,
      ),
  },
  {
    name: 'board-hides-both-lists',
    says: 'Hiding the closed list of a board hides the open list as well',
    caughtBy: 'boards/create-update-delete',
    fault: (request, next) =>
      next(
        calls(request, `PUT ${BOARDS}/:board_id`)
          ? withParams(request, (params) =>
              params.hide_closed_list === true ? { ...params, hide_backlog_list: true } : params,
            )
          : request,
      ),
  },
  {
    name: 'board-list-added-twice',
    says: 'A second board list of the same label answers 201',
    caughtBy: 'boards/one-list-per-label',
    fault: async (request, next) => {
      const reply = await next(request)
      const twice =
        calls(request, `POST ${BOARDS}/:board_id/lists`) &&
        reply.body.includes('Label has already been taken')
      return twice ? { ...reply, status: 201 } : reply
    },
  },
  {
    name: 'board-list-of-milestone-twice',
    says: 'A second board list of the same milestone answers 201',
    caughtBy: 'boards/lists-by-record',
    fault: async (request, next) => {
      const reply = await next(request)
      return reply.body.includes('Milestone has already been taken') ? { ...reply, status: 201 } : reply
    },
  },
  {
    name: 'board-list-of-unknown-assignee',
    says: 'A board list of somebody unknown answers 201',
    caughtBy: 'boards/lists-by-record',
    fault: async (request, next) => {
      const reply = await next(request)
      return reply.body.includes('Assignee not found') ? { ...reply, status: 201 } : reply
    },
  },
  {
    name: 'board-weight-forgotten',
    says: 'The weight of a board is forgotten when its milestone changes',
    caughtBy: 'boards/limits',
    fault: (request, next) =>
      next(
        calls(request, `PUT ${BOARDS}/:board_id`)
          ? withParams(request, (params) =>
              params.milestone_id !== undefined && params.weight === undefined
                ? { ...params, weight: null }
                : params,
            )
          : request,
      ),
  },
]
