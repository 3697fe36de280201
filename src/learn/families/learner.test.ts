/** Families as a learner: the shared suite. */
import { learnerContract } from '../contract.case.ts';
import { families } from './index.ts';

learnerContract(families);
