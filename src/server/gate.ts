/** Lets so many in at one time, and refuses the others at once. */
import { Refusal } from './problem.ts';

export class Gate {
  private inside = 0;
  private readonly most: number;
  private readonly what: string;

  /** `what`: of which there are too many, for the sentence. */
  constructor(most: number, what: string) {
    this.most = most;
    this.what = what;
  }

  /** Gives the function that must be called, once or more, when it is over. */
  enter(): () => void {
    if (this.inside >= this.most) {
      throw new Refusal(503, 'busy', `The server has ${this.most} ${this.what} under way; try again in a second.`);
    }
    this.inside++;
    let isInside = true;
    return () => {
      if (isInside) this.inside--;
      isInside = false;
    };
  }

  get count(): number {
    return this.inside;
  }
}
