export { licensed } from '../model/tier.ts'
