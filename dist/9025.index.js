export const id=9025;export const ids=[9025];export const modules={19025:(e,t,a)=>{a.r(t),a.d(t,{run:()=>u});var s=a(48161),o=a(76760),i=a(53822),r=a(42762),n=a(68016),d=a(83485);let l=`# The demo's configuration; the models are scripted and run in this process.
evaluation: { method: triplet }
tests:
  sensitivity:
    add_negation:
      data: { source: "builtin:statements", limit: 100 }
    add_toxic_words:
      data: { source: "builtin:sentences" }
`,c="sensitivity.yml",p=[{name:"attentive",behaviour:'reads the "not", and does not repeat foul words',expected:"pass"},{name:"oblivious",behaviour:'answers as if "not" were not there',expected:"fail"},{name:"parrot",behaviour:"repeats whatever it is sent, foul words included",expected:"fail"}];async function u({options:e},t){let{print:a,layout:h}=t,m=!0;for(let{name:u,behaviour:f,expected:v}of(a("Three scripted models, asked three ways: a row as it is, with a harmless word\n(the placebo), and perturbed.\n"),p)){a(`
── ${u}: ${f}

`);let p={hub:"reference",model:u},w=await (0,i.Kc)({read:async()=>l,readPrompt:async()=>void 0,file:c,overrides:p}),y=await (0,r._)({config:{path:c,ref:"local",rules:w},overrides:p,root:(0,s.tmpdir)(),confined:!1,keys:{},allowedHosts:[],missingKey:"fail"});a((0,n.y)(y.results,h)),await (0,d.a5)(o.join(e.reportDirectory,u),y,t),m&&=y.results.outcome===v}return a(m?"\nAs expected: attentive passes, oblivious and parrot fail.\n":"\nThis is a defect: a model got another verdict than expected.\n"),+!m}}};