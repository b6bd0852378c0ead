// A short call as a recogniser hears it, to try the page with: [word, seconds it begins, seconds it
// lasts, confidence], by speaker.

const TURNS = [
  ["Operator", "good 0.8 .24 .99 morning 1.05 .38 .99 and 1.5 .12 .98 welcome 1.65 .4 .99 to 2.05 .1 .99 the 2.15 .1 .97 third 2.27 .3 .96 quarter 2.57 .36 .98 call 2.95 .4 .99 i'm 3.6 .2 .9 joined 3.82 .34 .97 by 4.16 .14 .99 our 4.3 .16 .8 chief 4.5 .3 .99 executive 4.8 .5 .99 maria 5.35 .4 .71 keller 5.75 .45 .46"],
  ["Maria", "thank 6.9 .3 .99 you 7.2 .2 .99 and 7.6 .14 .99 hello 7.76 .4 .99 everyone 8.2 .5 .99 revenue 9.2 .46 .98 rose 9.7 .32 .93 twelve 10.05 .36 .97 point 10.42 .24 .99 five 10.67 .3 .99 percent 10.98 .44 .98 to 11.5 .12 .99 four 11.65 .26 .98 hundred 11.92 .3 .99 and 12.23 .12 .96 twelve 12.36 .34 .98 million 12.71 .36 .99 dollars 13.08 .44 .99 um 13.9 .3 .6 we 14.4 .14 .99 opened 14.55 .36 .98 nine 14.95 .3 .99 stores 15.26 .44 .95 in 15.75 .1 .98 london 15.86 .4 .97 and 16.3 .14 .98 closed 16.46 .36 .97 one 16.84 .24 .9 what 17.8 .2 .99 does 18.0 .2 .99 that 18.2 .22 .99 mean 18.43 .26 .99 for 18.7 .16 .99 next 18.88 .3 .99 year 19.2 .36 .99 we 20.1 .16 .99 expect 20.28 .4 .98 growth 20.7 .36 .97 of 21.08 .1 .99 about 21.2 .26 .98 eight 21.48 .24 .52 percent 21.74 .44 .99"],
  ["Operator", "we 23.1 .14 .99 will 23.26 .16 .98 now 23.44 .22 .99 take 23.68 .24 .99 questions 23.94 .5 .99 until 24.5 .3 .98 three 24.82 .26 .97 thirty 25.1 .34 .98"],
];

export function exampleCall() {
  const words = TURNS.flatMap(([speaker, line]) => {
    const fields = line.split(" ");
    const found = [];
    for (let i = 0; i < fields.length; i += 4) {
      const [start, long, confidence] = fields.slice(i + 1, i + 4).map(Number);
      found.push({ text: fields[i], start, end: Math.round((start + long) * 1000) / 1000, confidence, speaker });
    }
    return found;
  });
  return { legibly: 1, name: "example", language: "en", words };
}
