export { licensed } from '../model/installation/tier.ts'
