// Both programs tell of files in the same words. Nothing is judged by them.
export { systemReason } from '../../sim/cli/failure.ts'
