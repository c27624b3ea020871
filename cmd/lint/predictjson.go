// SPDX-License-Identifier: MPL-2.0

package main

import (
	"io"
	"runtime"
	"sync"

	"terraform-provider-spillway/internal/engine/predict"
	"terraform-provider-spillway/internal/report"
)

// batchSize is how many services a worker explains and encodes at a time.
const batchSize = 32

// batch is a few services on their way into the document.
type batch struct {
	services []located
	json     []byte // of all services, one after the other
	ends     []int  // where each ends in json
	origin   report.Origin
	fault    any // what a worker panicked with
	done     chan struct{}
}

// buffers holds the memory of batches that are written.
var buffers = sync.Pool{New: func() any { return new([]byte) }}

// located is a service with what the input says of it.
type located struct {
	service   *predict.Service
	conflicts []string
	at        *report.Range
}

// predictJSON writes the document while services are computed: this goroutine
// decides, others explain and encode, and one more writes in order. What is
// on its way is bounded, whatever the number of services.
func (r *run) predictJSON(w io.Writer, doc *report.Predict, p *predict.Predictor, conflicts map[string][]string) error {
	var assumptions report.Notices
	workers := runtime.GOMAXPROCS(0)
	work, order := make(chan *batch), make(chan *batch, 2*workers)
	var wait sync.WaitGroup
	for range workers {
		wait.Go(func() {
			for b := range work {
				b.encode()
			}
		})
	}
	out := report.NewPredictJSON(w, doc)
	var err error
	var fault any
	wait.Go(func() { fault, err = drain(out, order) })

	b := &batch{origin: doc.Origin, done: make(chan struct{})}
	send := func() {
		order <- b
		work <- b
		b = &batch{origin: doc.Origin, done: make(chan struct{})}
	}
	for s := range p.Services() {
		at, _ := r.Locate(s.Object.Address, "")
		r.count(s, doc, &assumptions)
		if b.services = append(b.services, located{s, conflicts[s.Object.Address], at}); len(b.services) == batchSize {
			send()
		}
	}
	send()
	close(work)
	close(order)
	wait.Wait()
	if fault != nil {
		panic(fault)
	}
	if err != nil {
		return err
	}
	r.health(doc, p, &assumptions)
	return out.Close(doc)
}

// drain writes the batches in their order. After an error it only waits.
func drain(out *report.PredictJSON, order <-chan *batch) (fault any, err error) {
	for b := range order {
		<-b.done
		if b.fault != nil {
			fault = b.fault
		}
		from := 0
		for _, to := range b.ends {
			if err == nil && fault == nil {
				err = out.Encoded(b.json[from:to])
			}
			from = to
		}
		buffers.Put(&b.json)
	}
	return fault, err
}

// encode makes the JSON of the services.
func (b *batch) encode() {
	defer close(b.done)
	defer func() { b.fault = recover() }()
	if buffer, ok := buffers.Get().(*[]byte); ok {
		b.json = (*buffer)[:0]
	}
	convert := report.FromPredict{Explain: true}
	for _, s := range b.services {
		v := convert.Service(s.service)
		v.Conflicts, v.Range = s.conflicts, s.at
		b.json = report.AppendService(b.json, v, b.origin)
		b.ends = append(b.ends, len(b.json))
	}
	b.services = nil
}
