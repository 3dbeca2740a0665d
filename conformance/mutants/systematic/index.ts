export { attributeFaults } from './attributes.ts'
export { parameterFaults } from './parameters.ts'
